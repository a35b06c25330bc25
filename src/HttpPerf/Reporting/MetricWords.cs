using HttpPerf.Comparing;
using HttpPerf.Thresholds;

namespace HttpPerf.Reporting;

/// <summary>What messages say of a metric.</summary>
/// <param name="Claim">What the case does; {0} stands for the measured value.</param>
/// <param name="Absolute">What the ratio is the ratio of, or the metric itself.</param>
/// <param name="Change">What a change for the worse is.</param>
/// <param name="Worse">On which side of a limit the worse values are; null where nobody can say.</param>
internal sealed record MetricWords(string Claim, Metric Absolute, string Change, Standing? Worse = Standing.Above)
{
    public static readonly IReadOnlyDictionary<Metric, MetricWords> Of = new Dictionary<Metric, MetricWords>
    {
        [Metric.AllocatedBytes] = new("allocates {0}", Metric.AllocatedBytes, "growth"),
        [Metric.AllocatedRatio] = new("allocates {0} its baseline", Metric.AllocatedBytes, "growth"),
        [Metric.TimeRatio] = new("takes {0} its baseline's time", Metric.MedianTime, "slowdown"),
        [Metric.TimeRatioP95] = new("takes {0} its baseline's time at the 95th percentile", Metric.MedianTime, "slowdown"),
        [Metric.MedianTime] = new("takes {0}", Metric.MedianTime, "slowdown"),
        [Metric.Gen0Collections] = new("causes generation 0 collections, {0}", Metric.Gen0Collections, "growth"),
        [Metric.Gen1Collections] = new("causes generation 1 collections, {0}", Metric.Gen1Collections, "growth"),
        [Metric.Gen2Collections] = new("causes generation 2 collections, {0}", Metric.Gen2Collections, "growth"),
        [Metric.RequestsPerSecond] = new("makes {0}", Metric.RequestsPerSecond, "slowdown", Standing.Below),
    };

    public static MetricWords For(Metric metric) => metric.IsCounter() ? OfCounter(metric) : Of[metric];

    // Braces around tags are no placeholder: they hold an "=".
    private static MetricWords OfCounter(Metric metric) => new(
        metric.Unit == Unit.PerSecond ? $"counts {metric.Key()}, {{0}}" : $"counts {{0}} {metric.Key()} per operation", metric, "change", Worse: null);
}
