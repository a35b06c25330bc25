using HttpPerf.Judging.Comparing;
using HttpPerf.Model;

namespace HttpPerf.Judging.Limits;

/// <summary>The limits by which a case is compared with an earlier build.</summary>
internal static class AgainstLimits
{
    /// <summary>Two builds of equal code differ by less than this.</summary>
    private const double TimeRatio = 1.05;

    /// <summary>Throughput is the inverse of the time that all callers take together, so it allows the same difference.</summary>
    private const double ThroughputRatio = 0.95;

    /// <summary>No other process confirms percentiles, and in each process a few calls meet other disturbances.</summary>
    private const double TimeRatioP95 = 1.25;

    private const double TimeRatioP99 = 1.5;

    /// <summary>Starts are compared process by process, each with luck of its own.</summary>
    private const double StartTimeRatio = 1.1;

    /// <summary>
    /// The share by which what a start allocates and compiles may grow. Where threads have to wait otherwise, starts of equal builds
    /// compile 1,327 or 1,358 methods, and allocate 3.03 or 3.12 MB. An assembly is never loaded by chance.
    /// </summary>
    private const double ShareOfStart = 0.03;

    private static readonly Metric[] OfStarts =
    [
        Metric.AgainstStartTime, Metric.AgainstFirstResponseTime, Metric.AgainstStartAllocatedBytes, Metric.AgainstStartCompiledMethods,
        Metric.AgainstStartAssemblies,
    ];

    /// <summary>The limits of a start: nothing else applies to it.</summary>
    /// <param name="limits">The limits that the file sets for the case.</param>
    /// <param name="isCompared">Whether it is compared with an earlier build.</param>
    public static IReadOnlyList<Limit> CompleteStart(IReadOnlyList<Limit> limits, bool isCompared)
    {
        Limit[] ofStart = [.. limits.Where(limit => limit.Metric.IsOfStart && (isCompared || !limit.Metric.IsAgainst))];
        return isCompared
            ? [.. ofStart, .. OfStarts.Except(ofStart.Select(limit => limit.Metric)).Select(Default)]
            : ofStart;
    }

    /// <param name="limits">The limits that the file sets for the case.</param>
    /// <param name="isCompared">Whether the case is compared with an earlier build.</param>
    /// <returns>Those limits, and defaults for other metrics; without a comparison, only those that don't need one.</returns>
    public static IReadOnlyList<Limit> Complete(IReadOnlyList<Limit> limits, bool isCompared)
    {
        if (!isCompared)
            return [.. limits.Where(limit => !limit.Metric.IsAgainst)];

        var defaults = ComparedCounter.Names
            .Select(Metric.Counter)
            .Concat(limits.Select(limit => limit.Metric).Where(metric => metric is { Unit: Unit.PerOperation, IsAgainst: false }))
            .Select(metric => Default(Metric.AgainstCounter(metric.Selection!)))
            .Prepend(Default(Metric.AgainstServerRoundTrips))
            .Prepend(Default(Metric.AgainstRoundTrips))
            .Prepend(Default(Metric.AgainstServerRetainedBytes))
            .Prepend(Default(Metric.AgainstRetainedBytes))
            .Prepend(Default(Metric.AgainstServerAllocatedBytes))
            .Prepend(Default(Metric.AgainstAllocatedBytes))
            .Prepend(Default(Metric.AgainstThroughputRatio))
            .Prepend(Default(Metric.AgainstTimeRatioP99))
            .Prepend(Default(Metric.AgainstTimeRatioP95))
            .Prepend(Default(Metric.AgainstTimeRatio));
        return [.. limits, .. defaults.ExceptBy(limits.Select(limit => limit.Metric), limit => limit.Metric)];
    }

    /// <summary>A default with the maximum that follows from the earlier build's count; any other limit as it is.</summary>
    /// <param name="limit">One of the case's.</param>
    /// <param name="comparison">The case's figures.</param>
    public static Limit Fit(Limit limit, CaseComparison comparison) => limit switch
    {
        { IsDefault: true, Metric.Selection: { } counter } when comparison.Before?.Counts?.Rate(counter) is { } before =>
            limit with { Max = DefaultFor(limit.Metric, before.Value) },
        { IsDefault: true, Metric: { IsOfStart: true, IsGrowth: true } metric }
            when comparison.Before?.Find(metric.Absolute) is { } before => limit with { Max = DefaultFor(limit.Metric, before.Value) },
        _ => limit,
    };

    /// <summary>
    /// Whether a limit allows a case growth that it no longer has, because the earlier build has it too. Such a limit would let the next
    /// growth pass.
    /// </summary>
    public static bool IsObsolete(JudgedLimit judged, CaseId id)
    {
        var (limit, allowed) = (judged.Limit, DefaultFor(judged.Limit.Metric, judged.Earlier));
        return limit.Metric.IsAgainst && limit.Pattern == id.Name && limit.Max > allowed && judged.Measured.Upper <= allowed;
    }

    /// <summary>The maximum or minimum without an entry in the file.</summary>
    /// <param name="metric">Of a comparison with an earlier build.</param>
    /// <param name="before">The earlier build's count, if it is a counter.</param>
    public static double DefaultFor(Metric metric, double? before = null) => metric == Metric.AgainstTimeRatio ? TimeRatio
        : metric == Metric.AgainstTimeRatioP95 ? TimeRatioP95
        : metric == Metric.AgainstTimeRatioP99 ? TimeRatioP99
        : metric == Metric.AgainstThroughputRatio ? ThroughputRatio
        : metric.IsOfStart && metric.IsRatio ? StartTimeRatio
        : metric.IsOfStart && metric != Metric.AgainstStartAssemblies ? Math.Floor(ShareOfStart * (before ?? 0))
        : ComparedCounter.Find(metric.Selection)?.AllowanceFor(before ?? 0) ?? 0;

    private static Limit Default(Metric metric) => metric.Better == Direction.Higher
        ? new(metric, DefaultFor(metric), null, "*", "", 0, 0)
        : new(metric, null, DefaultFor(metric), "*", "", 0, 0);
}
