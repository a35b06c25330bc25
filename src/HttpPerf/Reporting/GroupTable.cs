using HttpPerf.Judging;

namespace HttpPerf.Reporting;

/// <summary>The table of a group in the output of each of its tests.</summary>
internal static class GroupTable
{
    private const string Baseline = "baseline";
    private const string PerSecond = "Requests/s";
    private const string Throughput = "Throughput";
    private const string P95 = "p95";
    private const string P99 = "p99";
    private const string P99Ratio = "p99 ratio";
    private const string FindsTime = "Finds time";
    private const string FindsBytes = "Finds bytes";
    private const string TimeSince = "Time since";
    private const string BytesSince = "Bytes since";
    private const string ServerSince = "Server since";
    private const string RoundTrips = "Round trips";
    private const string RoundTripsSince = "Trips since";
    private const string Retained = "Retained";
    private const string ServerRetained = "Server retained";

    private static readonly string[] Headers =
    [
        "Method", "Parameters", PerSecond, Throughput, "Median", "Time ratio", "Interval", FindsTime, P95, "p95 ratio", P99, P99Ratio,
        "CPU", "GC pause", "Gen0", "Gen1", "Gen2", "Allocated", "Alloc ratio", FindsBytes, "Server CPU", "Server alloc", "Server ratio",
        RoundTrips, Retained, ServerRetained, TimeSince, BytesSince, ServerSince, RoundTripsSince, "Verdict",
    ];

    /// <summary>
    /// Left out where they say nothing: few cases have calls that overlap, not every host can tell what its server does, not every case
    /// uses one, not every group has limits on times and bytes, and few runs are compared with an earlier build.
    /// </summary>
    private static readonly string[] Optional =
    [
        PerSecond, Throughput, P95, P99, P99Ratio, "Server CPU", "Server alloc", "Server ratio", FindsTime, FindsBytes, TimeSince,
        BytesSince, ServerSince, RoundTrips, RoundTripsSince, Retained, ServerRetained,
    ];

    public static string Render(IReadOnlyList<JudgedCase> cases)
    {
        string[][] rows = [.. cases.Select(Row)];
        int[] columns =
        [
            .. Enumerable.Range(0, Headers.Length)
                .Where(column => !Optional.Contains(Headers[column]) || rows.Any(row => row[column] is not ("-" or Baseline))),
        ];
        string[][] shown = [.. rows.Prepend(Headers).Select(row => columns.Select(column => row[column]).ToArray())];
        return TextTable.Render(shown, isText: column => column is 0 or 1 || column == columns.Length - 1);
    }

    private static string[] Row(JudgedCase judged)
    {
        // The class is already the table's title.
        var (id, comparison, verdict) = judged;
        if (comparison is null)
            return [id.Method, id.Parameters, .. Enumerable.Repeat("-", Headers.Length - 3), Word(verdict)];

        return
        [
            id.Method,
            id.Parameters,
            comparison.Evidence.Load is null ? "-" : Cell(Metric.RequestsPerSecond, e => Figures.Number(e.Value, "#,0")),
            Cell(Metric.ThroughputRatio, e => Figures.Ratio(e.Value)),
            Cell(Metric.MedianTime, e => Figures.Time(e.Value)),
            Cell(Metric.TimeRatio, e => Figures.Ratio(e.Value)),
            Cell(Metric.TimeRatio, e => $"{Figures.Ratio(e.Lower)}…{Figures.Ratio(e.Upper)}"),
            Figures.Change(Finest(verdict, metric => metric is { IsTime: true, Selection: null })),
            Cell(Metric.TimeP95, e => Figures.Time(e.Value)),
            Cell(Metric.TimeRatioP95, e => Figures.Ratio(e.Value)),
            Cell(Metric.TimeP99, e => Figures.Time(e.Value)),
            Cell(Metric.TimeRatioP99, e => Figures.Ratio(e.Value)),
            Cell(Metric.CpuTime, e => Figures.Time(e.Value)),
            Cell(Metric.GcPause, e => e.Value > 0 ? Figures.Time(e.Value) : "-"),
            Cell(Metric.Gen0Collections, Collections),
            Cell(Metric.Gen1Collections, Collections),
            Cell(Metric.Gen2Collections, Collections),
            Cell(Metric.AllocatedBytes, Bytes),
            Cell(Metric.AllocatedRatio, e => Figures.Ratio(e.Value)),
            Figures.Change(Finest(verdict, metric => metric.IsOfBytes)),
            OfItsServer(Metric.ServerCpuTime, e => Figures.Time(e.Value)),
            OfItsServer(Metric.ServerAllocatedBytes, Bytes),
            OfItsServer(Metric.ServerAllocatedRatio, e => Figures.Ratio(e.Value)),
            Cell(Metric.RoundTrips, e => Figures.Number(e.Value, "#,0.##")),
            Cell(Metric.RetainedBytes, Kept),
            Cell(Metric.ServerRetainedBytes, Kept),
            Cell(Metric.AgainstTimeRatio, e => Figures.Ratio(e.Value)),
            Cell(Metric.AgainstAllocatedBytes, Growth),
            OfItsServer(Metric.AgainstServerAllocatedBytes, Growth),
            Cell(Metric.AgainstRoundTrips, e => Figures.Number(e.Value, "+#,0.##;-#,0.##;+0")),
            Word(verdict),
        ];

        string OfItsServer(Metric metric, Func<Estimate, string> show) =>
            comparison.Find(Metric.ServerAllocatedBytes) is { Value: > 0 } ? Cell(metric, show) : "-";

        string Cell(Metric metric, Func<Estimate, string> show) =>
            comparison.Measured.TryGetValue(metric, out var measured) ? show(measured)
            : id.IsBaseline && metric.NeedsBaseline ? Baseline : "-";
    }

    /// <summary>What may be kept, where that is undecided.</summary>
    private static string Kept(Estimate e) => e is { Value: 0, Upper: > 0 } ? "?" : Bytes(e);

    private static string Growth(Estimate bytes) => $"{Figures.Number(bytes.Value, "+#,0.##;-#,0.##;+0")} B";

    /// <summary>The smallest change that a limit on such a metric would have found; null if none would have.</summary>
    private static double? Finest(Verdict verdict, Func<Metric, bool> predicate) =>
        verdict.Judged
            .Where(judged => predicate(judged.Limit.Metric))
            .Select(judged => judged.DetectableChange)
            .MinBy(change => Math.Abs(change ?? double.MaxValue));

    private static string Bytes(Estimate e) => Figures.Number(e.Value, "#,0.##") + " B";

    private static string Collections(Estimate e) => e.Value > 0 ? Figures.Number(e.Value, "0.0#") : "-";

    internal static string Word(Verdict verdict) => verdict switch
    {
        Verdict.Passed passed => passed.Limits.Any(limit => limit.Status == LimitStatus.NotShown) ? "passed, not shown" : "passed",
        Verdict.Failed => "FAILED",
        Verdict.Inconclusive => "inconclusive",
        Verdict.NoThreshold => "NO THRESHOLD",
        Verdict.Invalid => "INVALID",
        _ => throw new ArgumentOutOfRangeException(nameof(verdict), verdict, null),
    };
}
