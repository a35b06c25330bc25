using Xunit;

namespace HttpPerf.Reporting;

/// <summary>
/// The ways to a person's eyes while tests run. Made where the test runs and usable from anywhere: xUnit finds the current
/// test by the execution context, which measuring doesn't share.
/// </summary>
internal sealed class Attention
{
    private readonly ITestContext _context = TestContext.Current;

    /// <summary>Whether the current test's result is known while it still runs: xUnit has given it up, because it took longer than its timeout.</summary>
    public static bool HasResult => TestContext.Current.TestState is not null;

    /// <summary>Ends when the test is cancelled.</summary>
    public CancellationToken Cancellation => _context.CancellationToken;

    /// <summary>Shown at once, where xunit.runner.json says <c>"diagnosticMessages": true</c>.</summary>
    public void Progress(string message) => _context.SendDiagnosticMessage(message);

    /// <summary>Part of the test's output.</summary>
    public void Write(string text) => _context.TestOutputHelper?.WriteLine(text);

    /// <summary>A warning on the test, and part of its output.</summary>
    public void Warn(string text)
    {
        Write($"WARNING: {text}");
        _context.AddWarning(text);
    }

    /// <summary>Adds a file to the test's results.</summary>
    public void Attach(string path)
    {
        if (_context.Test is not null)
            _context.AddAttachment(Path.GetFileName(path), File.ReadAllText(path), replaceExistingValue: true);
    }
}
