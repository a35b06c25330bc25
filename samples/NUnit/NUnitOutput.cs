using HttpPerf;
using NUnit.Framework;

namespace Samples;

/// <summary>Output of NUnit beyond the console.</summary>
public sealed class NUnitOutput : ITestOutput
{
    public CancellationToken Cancellation { get; } = TestContext.CurrentContext.CancellationToken;

    public void Attach(string path) => TestContext.AddTestAttachment(path);

    public Exception Skip(string reason) => new IgnoreException(reason);
}
