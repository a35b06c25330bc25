using HttpPerf.Results;

namespace HttpPerf.Reports.Html;

/// <summary>Which figures of a group are drawn, each on one scale for all cases.</summary>
/// <param name="group">The group.</param>
internal sealed class GroupPlots(GroupResults group)
{
    public const double Width = 320;

    private static readonly string[] MainMetrics = [Metric.TimeRatio.Name, Metric.MedianTime.Name, Metric.StartTime.Name];
    private static readonly string[] Bytes = [Metric.AllocatedBytes.Name, Metric.ServerAllocatedBytes.Name];

    /// <summary>The ratio to the baseline, or times where there is none; and other ratios of times that have a limit.</summary>
    public IReadOnlyList<IntervalColumn> Intervals { get; } = ColumnsOf(group);

    /// <summary>Bytes, with the largest that is drawn.</summary>
    public IReadOnlyList<(string Metric, double Largest)> Bars { get; } =
    [
        .. Bytes
            .Where(metric => group.Cases.Any(c => c.Metrics.ContainsKey(metric)))
            .Select(metric => (metric, group.Cases.Select(c => Largest(group, c, metric)).Append(1).Max())),
    ];

    /// <summary>The scale of starts; null without any.</summary>
    public Scale? Starts { get; } = group.Cases.Any(c => c.Starts is { Now.Count: > 0 })
        ? Scale.Of(
            group.Cases.SelectMany(c => (IEnumerable<StartResults>)[.. c.Starts?.Now ?? [], .. c.Starts?.Before ?? []])
                .Select(start => start.Nanoseconds),
            Width)
        : null;

    /// <summary>The most that a case may allocate, also if a limit says so relative to the baseline; null without a limit.</summary>
    public double? MaxOf(CaseResults measured, string metric) => MaxOf(group, measured, metric);

    private static double Largest(GroupResults group, CaseResults measured, string metric) =>
        Math.Max(measured.Metrics.GetValueOrDefault(metric)?.Value ?? 0, MaxOf(group, measured, metric) ?? 0);

    private static double? MaxOf(GroupResults group, CaseResults measured, string metric)
    {
        var relative = Metric.All.First(ratio => ratio.NeedsBaseline && ratio.Absolute.Name == metric).Name;
        var baseline = group.Cases.FirstOrDefault(c => c.IsBaseline)?.Metrics.GetValueOrDefault(metric)?.Value;
        return measured.Limits
            .Select(limit => limit.Metric == metric ? limit.Max : limit.Metric == relative ? limit.Max * baseline : null)
            .Min();
    }

    /// <summary>All ratios have the same scale, so that columns can be compared, too.</summary>
    private static IReadOnlyList<IntervalColumn> ColumnsOf(GroupResults group)
    {
        List<string> metrics =
        [
            .. MainMetrics.Where(metric => group.Cases.Any(c => c.Metrics.ContainsKey(metric))).Take(1)
                .Concat(group.Cases.SelectMany(c => c.Limits).Select(limit => limit.Metric).Where(IsRatioOfTimes))
                .Distinct(),
        ];
        var ratios = Scale.Of(metrics.Where(IsRatioOfTimes).SelectMany(metric => ValuesOf(group, metric)), Width);
        return
        [
            .. metrics.Select(metric => new IntervalColumn(
                metric,
                IsRatioOfTimes(metric) ? ratios : Scale.Of(ValuesOf(group, metric), Width),
                group.Cases.Any(c => c.Rounds?.Metric == metric))),
        ];
    }

    private static bool IsRatioOfTimes(string metric) =>
        Metric.Find(metric) is { IsRatio: true, IsOfBytes: false };

    private static IEnumerable<double> ValuesOf(GroupResults group, string metric)
    {
        var figures = group.Cases.Select(c => c.Metrics.GetValueOrDefault(metric)).OfType<Figure>()
            .SelectMany(figure => (double?[])[figure.Lower, figure.Value, figure.Upper, .. figure.Processes?.Cast<double?>() ?? []]);
        var limits = group.Cases.SelectMany(c => c.Limits).Where(l => l.Metric == metric).SelectMany(l => (double?[])[l.Min, l.Max]);
        var rounds = group.Cases.Select(c => c.Rounds).OfType<RoundsResults>().Where(r => r.Metric == metric)
            .SelectMany(r => new RoundsPlot(r).Middle).Cast<double?>();
        double? baseline = IsRatioOfTimes(metric) ? 1 : null;
        return figures.Concat(limits).Concat(rounds).Append(baseline).OfType<double>();
    }
}

/// <param name="Metric">The metric whose value, interval and limits are drawn.</param>
/// <param name="Scale">For all cases.</param>
/// <param name="HasRounds">Whether the distribution of rounds is drawn above it.</param>
internal sealed record IntervalColumn(string Metric, Scale Scale, bool HasRounds)
{
    private const double RoundsHeight = 26;
    private const double IntervalHeight = 20;

    public double Height => HasRounds ? RoundsHeight + IntervalHeight : IntervalHeight;

    /// <summary>Where the distribution stands.</summary>
    public const double Floor = RoundsHeight - 4;

    /// <summary>Where the interval is drawn.</summary>
    public double Middle => Height - IntervalHeight / 2;
}
