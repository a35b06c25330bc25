namespace HttpPerf;

/// <summary>
/// A benchmark case broke a limit, has no limit, is inconclusive, or could not be measured. The message gives the limit, the measured
/// interval and the next step.
/// </summary>
public sealed class PerfTestException : Exception
{
    internal PerfTestException(Verdict verdict, string message) : base(message) => Verdict = verdict;

    /// <summary>The verdict on the case; never <c>Passed</c>.</summary>
    public Verdict Verdict { get; }
}
