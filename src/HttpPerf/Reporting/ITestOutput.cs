namespace HttpPerf;

/// <summary>
/// The output and state of one test. Created on the test's own thread and used from any thread. Members that an implementation leaves out
/// write to the console, which most test frameworks show with the test.
/// </summary>
public interface ITestOutput
{
    /// <summary>Canceled when the test is canceled.</summary>
    CancellationToken Cancellation => CancellationToken.None;

    /// <summary>Shows a progress message immediately, for people who watch the run. It is not part of the test's output.</summary>
    /// <param name="message">One line.</param>
    void Progress(string message) => Console.Error.WriteLine(message);

    /// <summary>Writes to the test's output.</summary>
    /// <param name="text">One or more lines.</param>
    void Write(string text) => Console.WriteLine(text);

    /// <summary>Adds a warning to the test. A warning does not make the test fail.</summary>
    /// <param name="text">One or more lines.</param>
    void Warn(string text) => Write($"WARNING: {text}");

    /// <summary>Adds a file to the test's results.</summary>
    /// <param name="path">The file's full path.</param>
    void Attach(string path) => Write($"Report: {path}");

    /// <summary>Creates the exception that ends a test as skipped. By default the test fails with the reason.</summary>
    /// <param name="reason">Why, in a sentence.</param>
    Exception Skip(string reason) => new InvalidRunException(reason);
}
