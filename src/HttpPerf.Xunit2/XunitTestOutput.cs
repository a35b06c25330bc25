using Xunit.Abstractions;
using Xunit.Sdk;

namespace HttpPerf;

/// <summary>The output of an xUnit test.</summary>
/// <param name="output">Null where the test has none.</param>
/// <param name="diagnosticMessageSink">Null where the test knows none.</param>
/// <param name="cancellation">Canceled when the run is.</param>
internal sealed class XunitTestOutput(
    ITestOutputHelper? output, IMessageSink? diagnosticMessageSink = null, CancellationToken cancellation = default) : ITestOutput
{
    public CancellationToken Cancellation => cancellation;

    /// <summary>Shown if xunit.runner.json sets <c>"diagnosticMessages": true</c>.</summary>
    public void Progress(string message) => diagnosticMessageSink?.OnMessage(new DiagnosticMessage(message));

    public void Write(string text) => output?.WriteLine(text);

    public Exception Skip(string reason) => new TestSkippedException(reason);
}
