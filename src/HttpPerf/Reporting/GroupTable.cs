using HttpPerf.Comparing;
using HttpPerf.Thresholds;

namespace HttpPerf.Reporting;

/// <summary>The table of a group that stands in the output of each of its tests.</summary>
internal static class GroupTable
{
    private static readonly string[] Headers =
    [
        "Method", "Parameters", "Median", "Time ratio", "Interval", "p95 ratio", "GC pause", "Gen0", "Gen1", "Gen2", "Allocated", "Alloc ratio", "Verdict",
    ];

    /// <param name="cases">The cases with their figures (null for one that couldn't be measured) and what became of them.</param>
    public static string Render(IEnumerable<(string Name, CaseComparison? Comparison, Verdict Verdict)> cases)
    {
        string[][] rows = [Headers, .. cases.Select(c => Row(c.Name, c.Comparison, c.Verdict))];
        return TextTable.Render(rows, isText: column => column is 0 or 1 || column == Headers.Length - 1);
    }

    private static string[] Row(string name, CaseComparison? comparison, Verdict verdict)
    {
        var (method, parameters) = Split(name);
        if (comparison is null)
            return [method, parameters, .. Enumerable.Repeat("-", Headers.Length - 3), Word(verdict)];

        var evidence = comparison.Evidence;
        return
        [
            method,
            parameters,
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
            comparison.Measured.TryGetValue(metric, out var measured) ? show(measured) : comparison.Case.IsBaseline ? "baseline" : "-";
    }

    private static string Collections(Estimate e) => e.Value > 0 ? Figures.Number(e.Value, "0.0#") : "-";

    /// <summary>The class is the table's title already.</summary>
    public static (string Method, string Parameters) Split(string name)
    {
        var open = name.IndexOf('(', StringComparison.Ordinal);
        var path = open < 0 ? name : name[..open];
        return (path[(path.LastIndexOf('.') + 1)..], open < 0 ? "" : name[(open + 1)..^1]);
    }

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
