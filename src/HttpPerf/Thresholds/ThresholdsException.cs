namespace HttpPerf;

/// <summary>
/// Limits could not be read, or don't fit the benchmarks. The message holds every problem, one a line, and how to solve it.
/// </summary>
public sealed class ThresholdsException : Exception
{
    internal ThresholdsException(string message, Exception? inner = null) : base(message, inner) => Problems = [];

    internal ThresholdsException(string file, IReadOnlyList<ThresholdProblem> problems)
        : base(string.Join("\n  ", [Headline(file, problems), .. problems])) => Problems = problems;

    /// <summary>
    /// Everything that is wrong, first in the environment, then in the file in the order of its lines; empty where there is no file or it
    /// can't be opened.
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
