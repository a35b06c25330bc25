using HttpPerf.Judging.Comparing;

namespace HttpPerf.Judging.Limits;

/// <summary>Explains why a case doesn't have a metric, apart from its baseline and its host.</summary>
internal static class MissingMetric
{
    /// <returns>The end of a sentence; null if nothing is known.</returns>
    public static string? Explain(CaseComparison comparison, Metric metric)
    {
        if (metric.Selection is { } counter)
            return MissingCounter.Explain(comparison.Counts, counter);
        if (metric.IsOfStart)
            return "only the starts of an API have it. Put [ColdStart] on a class whose benchmarks start one, and limit those.";
        if (metric.IsOfRoundTrips)
            return comparison.RoundTripFailure;
        var isThroughput = metric == Metric.ThroughputRatio || metric == Metric.AgainstThroughputRatio;
        if (isThroughput && comparison.Evidence.Load is { Callers: null })
            return "the arrival rate of the case or its baseline says how many calls are made. Limit \"timeRatio\" instead.";
        if (metric.NeedsLoad && comparison.Evidence.Load is null)
            return $"only benchmarks with [ConcurrentCallers]{(isThroughput ? "" : " or [ArrivalRate]")} have "
                + "it. Put the attribute on this one, or limit "
                + $"\"{InsteadOf(metric)}\" instead.";
        if (metric is { NeedsLoad: true, IsAgainst: true })
            return "the builds have other loads, or were not measured in the same process. Limit \"against.timeRatio\" instead.";
        return metric.IsOfTail && comparison.Evidence.OperationsTimedTogether is > 1 and var together
            ? $"{together} operations of the case or its baseline are timed together, and a percentile of their mean says nothing of "
                + "single operations. Limit \"timeRatio\" instead."
            : null;
    }

    /// <summary>What a single caller has, too.</summary>
    private static Metric InsteadOf(Metric metric) =>
        metric.IsAgainst ? Metric.AgainstTimeRatio : metric.NeedsBaseline ? Metric.TimeRatio : Metric.MedianTime;
}
