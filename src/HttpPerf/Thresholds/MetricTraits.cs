using HttpPerf.Comparing;

namespace HttpPerf.Thresholds;

/// <summary>What limits need to know of metrics.</summary>
internal static class MetricTraits
{
    /// <summary>Whether a sound measurement can be 0: an operation may allocate and collect nothing, but takes time.</summary>
    public static bool CanBeZero(this Metric metric) => metric.Unit is Unit.Bytes or Unit.PerThousandOperations;

    /// <summary>Whether more rounds narrow the interval, so that it is worth going on until the limit is decided.</summary>
    public static bool IsTimed(this Metric metric) =>
        metric == Metric.TimeRatio || metric == Metric.TimeRatioP95 || metric == Metric.MedianTime || metric == Metric.RequestsPerSecond;
}
