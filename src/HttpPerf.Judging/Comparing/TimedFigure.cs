using HttpPerf.Judging.Statistics;

namespace HttpPerf.Judging.Comparing;

/// <summary>A time, or the ratio of two, as this process and others measured it.</summary>
/// <param name="Processes">The time in each process, this one first.</param>
/// <param name="ShorterTime">
/// Of the two times of a ratio, in nanoseconds; null if it is no ratio, or processes have one side of it each.
/// </param>
internal sealed record TimedFigure(IReadOnlyList<RatioModel> Processes, double? ShorterTime)
{
    /// <summary>To pass: a value that the code is surely not worse than.</summary>
    public RatioModel Passing => RatioModel.Across(Processes, ProcessSpread.KnownToPass(ShorterTime));

    /// <summary>To fail: a value that the code is surely worse than.</summary>
    public RatioModel Failing => FailingIn(Processes);

    /// <summary>The values that processes measured.</summary>
    public IReadOnlyList<double> Values => [.. Processes.Select(p => Math.Exp(p.Theta))];

    /// <summary>The result of a minimum of processes that agree and are each as sure as this one, or of enough real ones.</summary>
    public RatioModel Confirmed => Processes.Count >= ProcessSpread.MinProcesses
        ? Failing
        : FailingIn([.. Enumerable.Repeat(Processes[0], ProcessSpread.MinProcesses)]);

    private RatioModel FailingIn(IReadOnlyList<RatioModel> processes)
    {
        var known = ProcessSpread.KnownToFail(ShorterTime);
        var model = RatioModel.Across(processes, known);
        return processes.Count == 1 && known.DegreesOfFreedom > 0
            ? model with { Degrees = Math.Min(model.Degrees, known.DegreesOfFreedom) }
            : model;
    }
}
