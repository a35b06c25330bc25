using HttpPerf.Judging;

namespace HttpPerf.Reporting;

/// <summary>The table of a group in the output of each of its tests.</summary>
internal static class GroupTable
{
    private static readonly Column[] Columns =
    [
        Column.OfMethod,
        Column.OfParameters,
        Column.OfVerdict,
        Column.WithInterval("Time vs before", Metric.AgainstTimeRatio),
        Column.WithInterval("Time ratio", Metric.TimeRatio),
        new("Would have found", WouldFind),
        Column.Of("Median", Metric.MedianTime),
        UnderLoad(Column.Of("Requests/s", Metric.RequestsPerSecond, Metric.AgainstThroughputRatio, Metric.ThroughputRatio)),
        Column.Of("p99", Metric.TimeP99, Metric.AgainstTimeRatioP99, Metric.TimeRatioP99),
        Column.Of("Allocated", Metric.AllocatedBytes, Metric.AgainstAllocatedBytes, Metric.AllocatedRatio),
        Column.Of("Server alloc", Metric.ServerAllocatedBytes, Metric.AgainstServerAllocatedBytes, Metric.ServerAllocatedRatio),
        .. new[]
        {
            Column.Of("Round trips", Metric.RoundTrips, Metric.AgainstRoundTrips),
            Column.Of("Server trips", Metric.ServerRoundTrips, Metric.AgainstServerRoundTrips),
            Column.Of("Retained", Metric.RetainedBytes, Metric.AgainstRetainedBytes),
            Column.Of("Server retained", Metric.ServerRetainedBytes, Metric.AgainstServerRetainedBytes),
            Column.Of("p95", Metric.TimeP95, Metric.AgainstTimeRatioP95),
            Column.Of("p95 ratio", Metric.TimeRatioP95),
            Column.Of("CPU", Metric.CpuTime, Metric.CpuRatio),
            Column.Of("Server CPU", Metric.ServerCpuTime),
            Column.Of("GC pause", Metric.GcPause),
            Column.Of("Gen0", Metric.Gen0Collections),
            Column.Of("Gen1", Metric.Gen1Collections),
            Column.Of("Gen2", Metric.Gen2Collections),
        }.Select(column => column with { OnlyIfLimited = true }),
    ];

    public static string Render(IReadOnlyList<JudgedCase> cases) => Column.Render(Columns, cases);

    private static Column UnderLoad(Column column) =>
        column with { Cell = judged => judged.Comparison?.Evidence.Load is null ? Column.Nothing : column.Cell(judged) };

    /// <summary>The smallest change that its limits would have found: of time, or else of bytes.</summary>
    private static string WouldFind(JudgedCase judged)
    {
        return Finest(metric => metric is { IsTime: true, Selection: null }) is { } time ? $"{Figures.Change(time)} time"
            : Finest(metric => metric is { IsOfBytes: true, IsAgainst: false }) is { } bytes ? $"{Figures.Change(bytes)} bytes"
            : Column.Nothing;

        double? Finest(Func<Metric, bool> predicate) => judged.Verdict.Judged
            .Where(limit => predicate(limit.Limit.Metric))
            .Select(limit => limit.DetectableChange)
            .MinBy(change => Math.Abs(change ?? double.MaxValue));
    }
}
