using HttpPerf.Comparing;

namespace HttpPerf.Thresholds;

/// <summary>What limits need to know of metrics.</summary>
internal static class MetricTraits
{
    /// <summary>Whether a sound measurement can be 0: an operation may allocate, collect and count nothing, but takes time.</summary>
    public static bool CanBeZero(this Metric metric) => metric.Unit is Unit.Bytes or Unit.PerThousandOperations || metric.IsCounter();

    /// <summary>Whether more rounds narrow the interval, so that it is worth going on until the limit is decided.</summary>
    public static bool IsTimed(this Metric metric) =>
        metric.Unit == Unit.PerSecond || metric == Metric.TimeRatio || metric == Metric.TimeRatioP95 || metric == Metric.MedianTime;

    /// <summary>Whether it is counted and not estimated, so that it has no interval that could miss the truth.</summary>
    public static bool IsExact(this Metric metric) => metric.Unit is Unit.PerOperation or Unit.PerThousandOperations;

    public static bool IsCounter(this Metric metric) => metric.Selection is not null;

    /// <summary>What the file calls it: a counter's name stands in a section of its own.</summary>
    public static string Key(this Metric metric) => metric.Selection?.ToString() ?? metric.Name;
}
