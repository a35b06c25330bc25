using HttpPerf.Thresholds;

namespace HttpPerf.Reporting;

/// <summary>The table of a group in the output of each of its tests.</summary>
internal static class GroupTable
{
    private static readonly string[] Headers =
    [
        "Method", "Parameters", "Median", "Time ratio", "Interval", "p95 ratio", "GC pause",
        "Gen0", "Gen1", "Gen2", "Allocated", "Alloc ratio", "Verdict",
    ];

    public static string Render(IReadOnlyList<JudgedCase> cases)
    {
        string[][] rows = [Headers, .. cases.Select(Row)];
        return TextTable.Render(rows, isText: column => column is 0 or 1 || column == Headers.Length - 1);
    }

    private static string[] Row(JudgedCase judged)
    {
        // The class is already the table's title.
        var (id, comparison, verdict) = judged;
        if (comparison is null)
            return [id.Method, id.Parameters, .. Enumerable.Repeat("-", Headers.Length - 3), Word(verdict)];

        var evidence = comparison.Evidence;
        return
        [
            id.Method,
            id.Parameters,
            Cell(Metric.MedianTime, e => Figures.Time(e.Value)),
            Cell(Metric.TimeRatio, e => Figures.Ratio(e.Value)),
            Cell(Metric.TimeRatio, e => $"{Figures.Ratio(e.Lower)}…{Figures.Ratio(e.Upper)}"),
            Cell(Metric.TimeRatioP95, e => Figures.Ratio(e.Value)),
            evidence.GcPause > 0 ? Figures.Time(evidence.GcPause) : "-",
            Cell(Metric.Gen0Collections, Collections),
            Cell(Metric.Gen1Collections, Collections),
            Cell(Metric.Gen2Collections, Collections),
            Cell(Metric.AllocatedBytes, e => Figures.Number(e.Value, "#,0.##") + " B"),
            Cell(Metric.AllocatedRatio, e => Figures.Ratio(e.Value)),
            Word(verdict),
        ];

        string Cell(Metric metric, Func<Estimate, string> show) =>
            comparison.Measured.TryGetValue(metric, out var measured) ? show(measured) : id.IsBaseline ? "baseline" : "-";
    }

    private static string Collections(Estimate e) => e.Value > 0 ? Figures.Number(e.Value, "0.0#") : "-";

    private static string Word(Verdict verdict) => verdict switch
    {
        Verdict.Passed => "passed",
        Verdict.Failed => "FAILED",
        Verdict.Inconclusive => "inconclusive",
        Verdict.NoThreshold => "NO THRESHOLD",
        Verdict.Invalid => "INVALID",
        _ => throw new ArgumentOutOfRangeException(nameof(verdict), verdict, null),
    };
}
