using HttpPerf.Judging.Limits;

namespace HttpPerf.Thresholds;

/// <summary>Collects all problems in a file and the environment, to throw them at once.</summary>
internal sealed class ProblemList(string file)
{
    private readonly List<ThresholdProblem> _problems = [];

    public int Count => _problems.Count;

    public void Add(Position at, string message) => _problems.Add(new ThresholdProblem(file, at.Line, at.Column, message));

    /// <summary>Adds a problem in the environment, not in the file.</summary>
    public void AddVariable(string variable, string message) => _problems.Add(new ThresholdProblem(variable, 0, 0, message));

    public void ThrowIfAny()
    {
        if (_problems.Count > 0)
            throw new ThresholdsException(file, [.. _problems.OrderBy(problem => problem.Line).ThenBy(problem => problem.Column)]);
    }
}
