using HttpPerf;
using NUnit.Framework;

namespace Samples;

/// <summary>What NUnit can do beyond showing the console.</summary>
public sealed class NUnitOutput : ITestOutput
{
    public CancellationToken Cancellation { get; } = TestContext.CurrentContext.CancellationToken;

    public void Attach(string path) => TestContext.AddTestAttachment(path);

    public Exception Skip(string reason) => new IgnoreException(reason);
}
