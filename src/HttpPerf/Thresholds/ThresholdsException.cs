namespace HttpPerf;

/// <summary>
/// Limits could not be read, or don't fit the benchmarks. The message lists every problem on its own line, with its solution.
/// </summary>
public sealed class ThresholdsException : Exception
{
    internal ThresholdsException(string message, Exception? inner = null) : base(message, inner) => Problems = [];

    internal ThresholdsException(string file, IReadOnlyList<ThresholdProblem> problems)
        : base(string.Join("\n  ", [Headline(file, problems), .. problems])) => Problems = problems;

    /// <summary>
    /// All problems: first those in the environment, then those in the file by line. Empty if there is no file or it can't be opened.
    /// </summary>
    public IReadOnlyList<ThresholdProblem> Problems { get; }

    private static string Headline(string file, IReadOnlyList<ThresholdProblem> problems)
    {
        var culprit = problems.Count(problem => problem.Line == 0) switch
        {
            0 => $"{file} has",
            var variables when variables == problems.Count => "The environment has",
            _ => $"{file} and the environment have",
        };
        return $"{culprit} {(problems.Count == 1 ? "1 problem" : $"{problems.Count} problems")}:";
    }
}
