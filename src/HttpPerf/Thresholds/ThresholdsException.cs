namespace HttpPerf.Thresholds;

/// <summary>
/// Limits could not be read, or don't fit the benchmarks. The message holds every problem, one a line, and how to solve it.
/// </summary>
public sealed class ThresholdsException : Exception
{
    internal ThresholdsException(string message, Exception? inner = null) : base(message, inner) => Problems = [];

    internal ThresholdsException(string file, IReadOnlyList<ThresholdProblem> problems)
        : base(string.Join("\n  ", [$"{file} has {problems.Count} {(problems.Count == 1 ? "problem" : "problems")}:", .. problems]))
        => Problems = problems;

    /// <summary>
    /// Everything that is wrong in the file, in the order of its lines; empty where there is no file or it can't be opened.
    /// </summary>
    public IReadOnlyList<ThresholdProblem> Problems { get; }
}
