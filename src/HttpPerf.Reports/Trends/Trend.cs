using HttpPerf.Model;
using HttpPerf.Results;

namespace HttpPerf.Reports.Trends;

/// <summary>How figures developed over many runs.</summary>
/// <param name="Runs">How many results there are.</param>
/// <param name="First">When the first one was measured; null if there is none.</param>
/// <param name="Last">When the last one was measured; null if there is none.</param>
/// <param name="Lines">A line for each case and metric, and for each kind of machine if the metric depends on it.</param>
/// <param name="Unjudged">How many figures are left out because the A/A check of their group failed.</param>
internal sealed record Trend(
    int Runs, DateTimeOffset? First, DateTimeOffset? Last, IReadOnlyList<TrendLine> Lines, int Unjudged)
{
    /// <param name="results">In any order.</param>
    public static Trend Of(IEnumerable<ResultsDocument> results)
    {
        List<ResultsDocument> runs = [.. results.OrderBy(run => run.Started)];
        List<TrendPoint> all = [.. runs.SelectMany(Points)];
        List<TrendPoint> judged = [.. all.Where(point => !(point.IsUnchecked && point.Known is { IsTime: true }))];
        return new(
            runs.Count,
            runs.FirstOrDefault()?.Started,
            runs.LastOrDefault()?.Started,
            [
                .. from point in judged
                   group point by (point.Suite, point.Case, point.Metric, point.MachineKind) into line
                   where IsWorthALine([.. line])
                   select TrendLine.Of([.. line.DistinctBy(point => (point.Started, point.Machine, point.Figure.Value))]),
            ],
            all.Count - judged.Count);
    }

    private static IEnumerable<TrendPoint> Points(ResultsDocument run) =>
        from @group in run.Groups
        where @group.Altered is null
        from one in @group.Cases
        from metric in one.Metrics
        where Metric.Find(metric.Key) is not { IsAgainst: true }
        select new TrendPoint(run, one, metric.Key, metric.Value, @group.Check?.Failed ?? false);

    /// <summary>A hundred counters, and zeros, are of interest only if they have limits.</summary>
    private static bool IsWorthALine(IReadOnlyList<TrendPoint> points) =>
        points.Any(point => point.Limit is not null)
        || (points[0].Known is not { Selection: not null } && points.Any(point => point.Figure.Value != 0));
}

/// <summary>A figure of a run.</summary>
/// <param name="Run">The run.</param>
/// <param name="Of">The case.</param>
/// <param name="Metric">The metric's name.</param>
/// <param name="Figure">The measured value.</param>
/// <param name="IsUnchecked">Whether the A/A check failed, so that times can't be judged.</param>
internal sealed record TrendPoint(ResultsDocument Run, CaseResults Of, string Metric, Figure Figure, bool IsUnchecked)
{
    /// <summary>The metric; null if this version doesn't know it.</summary>
    public Metric? Known { get; } = HttpPerf.Metric.Find(Metric);

    public LimitResults? Limit { get; } = Of.FindLimit(Metric);

    public string Suite => Run.Tests.Name;

    public string Case => Of.Name;

    public DateTimeOffset Started => Run.Started;

    public string Machine => Run.Machine.Name;

    /// <summary>The run's code as people name it: the first characters of the commit, or the time if no commit is known.</summary>
    public string Name => Run.Source is { Commit: var commit, HasUncommittedChanges: var hasChanges }
        ? commit[..Math.Min(8, commit.Length)] + (hasChanges == true ? " with changes" : "")
        : FormattableString.Invariant($"{Started.UtcDateTime:yyyy-MM-dd HH:mm}");

    /// <summary>
    /// The machine, as far as the metric depends on it; null if it doesn't. Machines of CI systems have a new name in each run, so that
    /// their kind counts, if it is known.
    /// </summary>
    public string? MachineKind => Known is { IsPortable: true } ? null : Describe(Run.Machine);

    private static string Describe(MachineDescription machine) =>
        $"{machine.Processors} × {machine.Processor ?? $"processor of {machine.Name}"}, {machine.Architecture}, {machine.System}";
}

/// <summary>The figures of a case and metric, in the order of the runs.</summary>
/// <param name="Points">At least one.</param>
/// <param name="Changes">Where their level changed, in order.</param>
internal sealed record TrendLine(IReadOnlyList<TrendPoint> Points, IReadOnlyList<LevelChange> Changes)
{
    public TrendPoint Last => Points[^1];

    public string Suite => Last.Suite;

    public string Case => Last.Case;

    public string Metric => Last.Metric;

    public string? MachineKind => Last.MachineKind;

    public static TrendLine Of(IReadOnlyList<TrendPoint> points)
    {
        double[] values = [.. points.Select(point => point.Figure.Value)];
        // Times and ratios vary in proportion to their size.
        var isScaled = points[0].Known?.Unit is Unit.Nanoseconds or Unit.Ratio or Unit.PerSecond && values.All(v => v > 0);
        double[] scaled = isScaled ? [.. values.Select(value => Math.Log(value))] : values;
        var isExact = points.All(point => point.Figure.IsExact) && ChangePoints.IsSteady(values);
        var starts = isExact ? ChangePoints.FindExact(scaled) : ChangePoints.Find(scaled);

        int[] ends = [0, .. starts, values.Length];
        double[] levels = [.. ends.Zip(ends.Skip(1), (from, to) => ChangePoints.Median(values[from..to]))];
        return new(points, [.. starts.Select((start, i) => new LevelChange(start, points[start], levels[i], levels[i + 1]))]);
    }
}

/// <param name="Index">The index of the first point of the new level.</param>
/// <param name="At">This point.</param>
/// <param name="Before">The level before it: the median, which outliers don't move.</param>
/// <param name="After">The level from it on.</param>
internal sealed record LevelChange(int Index, TrendPoint At, double Before, double After)
{
    public bool? IsWorse => At.Known?.Better switch
    {
        Direction.Lower => After > Before,
        Direction.Higher => After < Before,
        _ => null,
    };
}
