using HttpPerf.Results;

namespace HttpPerf.Reports.Html;

/// <summary>Which figures of a group are drawn, each on one scale for all cases.</summary>
/// <param name="group">The group.</param>
internal sealed class GroupPlots(GroupResults group)
{
    public const double Width = 240;

    private static readonly string[] MainMetrics = ["timeRatio", "medianTime", "startTime"];
    private static readonly string[] Bytes = ["allocatedBytes", "serverAllocatedBytes"];

    /// <summary>The ratio to the baseline, or times where there is none; and other ratios of times that have a limit.</summary>
    public IReadOnlyList<(string Metric, Scale Scale)> Intervals { get; } =
    [
        .. Main(group)
            .Concat(group.Cases.SelectMany(c => c.Limits).Select(limit => limit.Metric).Where(IsRatioOfTimes))
            .Distinct()
            .Select(metric => (metric, Scale.Of(ValuesOf(group, metric), Width))),
    ];

    /// <summary>Bytes, with the largest that is drawn.</summary>
    public IReadOnlyList<(string Metric, double Largest)> Bars { get; } =
    [
        .. Bytes
            .Where(metric => group.Cases.Any(c => c.Metrics.ContainsKey(metric)))
            .Select(metric => (metric, group.Cases.Select(c => Largest(group, c, metric)).Append(1).Max())),
    ];

    public bool HasStarts => group.Cases.Any(c => c.Starts is { Now.Count: > 0 });

    public bool HasRounds => group.Cases.Any(c => c.Rounds is not null);

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

    private static IEnumerable<string> Main(GroupResults group) =>
        MainMetrics.Where(metric => group.Cases.Any(c => c.Metrics.ContainsKey(metric))).Take(1);

    private static bool IsRatioOfTimes(string metric) =>
        Metric.Find(metric) is { IsRatio: true, IsOfBytes: false };

    private static IEnumerable<double> ValuesOf(GroupResults group, string metric)
    {
        var figures = group.Cases.Select(c => c.Metrics.GetValueOrDefault(metric)).OfType<Figure>()
            .SelectMany(figure => (double?[])[figure.Lower, figure.Value, figure.Upper, .. figure.Processes?.Cast<double?>() ?? []]);
        var limits = group.Cases.SelectMany(c => c.Limits).Where(l => l.Metric == metric).SelectMany(l => (double?[])[l.Min, l.Max]);
        double? baseline = Metric.Find(metric) is { IsRatio: true } ? 1 : null;
        return figures.Concat(limits).Append(baseline).OfType<double>();
    }
}
