namespace HttpPerf;

/// <summary>
/// A benchmark case that broke a limit, has none, or could not be measured. The message says which, how sure that is, and what to do.
/// </summary>
public sealed class PerfTestException : Exception
{
    internal PerfTestException(Verdict verdict, string message) : base(message) => Verdict = verdict;

    /// <summary>What became of the case.</summary>
    public Verdict Verdict { get; }
}
