
namespace HttpPerf.GateQuality;

/// <summary>Figures over many runs.</summary>
internal static class Statistics
{
    public static IEnumerable<Estimate> RatiosOf(this Run run, string method) =>
        run.Cases.Where(c => c.Method == method).Select(c => c.TimeRatio).OfType<Estimate>();

    public static IEnumerable<Estimate> RatiosOf(this IEnumerable<Run> runs, string method) => runs.SelectMany(r => r.RatiosOf(method));

    public static IReadOnlyList<double> TwinErrors(this IEnumerable<Run> runs) =>
        [.. runs.RatiosOf(nameof(Methods.Twin)).Select(e => e.Value - 1)];

    /// <summary>How often a limit failed.</summary>
    public static Rate Failures(this IEnumerable<Run> runs, string method, Metric metric, double? limit = null) =>
        Rate.Of(
            [.. runs
                .SelectMany(r => r.Judged)
                .Where(j => j.Method == method && j.Metric == metric.Name && (limit is null || j.Limit == limit))],
            j => j.Outcome == Outcome.Failed);

    public static double RootMeanSquare(IReadOnlyCollection<double> values) =>
        values.Count == 0 ? double.NaN : Math.Sqrt(values.Average(v => v * v));

    public static double Median(IEnumerable<double> values)
    {
        var sorted = values.Order().ToArray();
        return sorted.Length == 0 ? double.NaN : (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
