using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using HttpPerf.Model.Faults;

namespace HttpPerf.Judging.Limits;

/// <summary>Finds out why a case doesn't have a metric, apart from its baseline and its host.</summary>
internal static class MissingMetric
{
    // There may be hundreds of instruments.
    private const int MostShown = 8;

    /// <returns>Null if nothing is known.</returns>
    public static MissingFigure? Find(CaseComparison comparison, Metric metric)
    {
        if (metric.Selection is { } counter)
            return Find(comparison.Counts, counter);
        if (metric.IsOfStart)
            return new MissingFigure.OnlyOfStarts();
        if (metric.IsOfRoundTrips)
            return comparison.WithoutRoundTrips.GetValueOrDefault(metric.Absolute)?.Failure is { } failure
                ? new MissingFigure.RoundTripsFailed(failure)
                : null;
        var isThroughput = metric == Metric.ThroughputRatio || metric == Metric.AgainstThroughputRatio;
        if (isThroughput && comparison.Evidence.Load is { Callers: null })
            return new MissingFigure.SetByArrivalRate();
        if (metric.NeedsLoad && comparison.Evidence.Load is null)
            return new MissingFigure.NeedsLoad(WithCallers: isThroughput, InsteadOf(metric).Name);
        if (metric is { NeedsLoad: true, IsAgainst: true })
            return new MissingFigure.OtherLoads();
        return metric.IsOfTail && comparison.Evidence.OperationsTimedTogether is > 1 and var together
            ? new MissingFigure.TimedTogether(together)
            : null;
    }

    /// <summary>Why a case has no figure for a counter.</summary>
    public static MissingFigure Find(Counts? counts, CounterSelection counter)
    {
        if (counts is null)
            return new MissingFigure.NothingCounted();
        if (counts.NotApplicable(counter.Name) is { } reason)
            return new MissingFigure.NotApplicable(reason);

        string[] tagSets =
        [
            .. counts.ReadingsOf(counter.Name).Select(reading => reading.Tags.Count > 0 ? CounterSelection.Show(reading.Tags) : "none"),
        ];
        return tagSets.Length > 0
            ? new MissingFigure.OtherTags(counter.Name, [.. tagSets.Take(MostShown)], Math.Max(0, tagSets.Length - MostShown))
            : new MissingFigure.UnknownCounter(counter.Name, [.. Nearest.Order(counter.Name, counts.Names).Take(MostShown)]);
    }

    /// <summary>The figure that a single caller has, too.</summary>
    private static Metric InsteadOf(Metric metric) =>
        metric.IsAgainst ? Metric.AgainstTimeRatio : metric.NeedsBaseline ? Metric.TimeRatio : Metric.MedianTime;
}
