namespace HttpPerf;

/// <summary>
/// The output of one test, and whether it still runs. Implemented for each test framework, made by the test's own thread, and used from
/// any thread.
/// </summary>
public interface ITestOutput
{
    /// <summary>Canceled when the test is.</summary>
    CancellationToken Cancellation { get; }

    /// <summary>Whether the test's result is known although it still runs, because it has exceeded its timeout.</summary>
    bool HasResult { get; }

    /// <summary>Shows at once what is being done, for people who watch the run; not part of the test's output.</summary>
    /// <param name="message">One line.</param>
    void Progress(string message);

    /// <summary>Adds to the test's output.</summary>
    /// <param name="text">One line or several.</param>
    void Write(string text);

    /// <summary>Adds a warning to the test, which passes with it.</summary>
    /// <param name="text">One line or several.</param>
    void Warn(string text);

    /// <summary>Adds a file to the test's results.</summary>
    /// <param name="path">The file's full path.</param>
    void Attach(string path);
}
