using HttpPerf;

namespace Samples;

/// <summary>Output of MSTest beyond the console.</summary>
public sealed class MSTestOutput(TestContext context) : ITestOutput
{
    public CancellationToken Cancellation => context.CancellationToken;

    public void Progress(string message) => context.DisplayMessage(MessageLevel.Warning, message);

    public void Attach(string path) => context.AddResultFile(path);

    public Exception Skip(string reason) => new AssertInconclusiveException(reason);
}
