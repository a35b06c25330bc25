using Xunit;

namespace HttpPerf;

/// <summary>
/// The output of an xUnit test. xUnit finds the current test through the execution context, which measuring doesn't share. So the test's
/// context is captured on the test's own thread.
/// </summary>
internal sealed class XunitTestOutput : ITestOutput
{
    private readonly ITestContext _context = TestContext.Current;

    private XunitTestOutput()
    {
    }

    public CancellationToken Cancellation => _context.CancellationToken;

    public static ITestOutput OfCurrentTest() => new XunitTestOutput();

    /// <summary>Shown if xunit.runner.json sets <c>"diagnosticMessages": true</c>.</summary>
    public void Progress(string message) => _context.SendDiagnosticMessage(message);

    public void Write(string text) => _context.TestOutputHelper?.WriteLine(text);

    public void Warn(string text)
    {
        Write($"WARNING: {text}");
        _context.AddWarning(text);
    }

    public Exception Skip(string reason) => new TestSkippedException(reason);

    public void Attach(string path)
    {
        if (_context.Test is not null)
            _context.AddAttachment(Path.GetFileName(path), File.ReadAllText(path), replaceExistingValue: true);
    }
}
