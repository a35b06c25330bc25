using HttpPerf.Judging;

namespace HttpPerf.Reporting;

/// <summary>The table of a group in the output of each of its tests. The report has every metric.</summary>
internal static class GroupTable
{
    private const string Nothing = "-";
    private const string Baseline = "baseline";

    /// <param name="Header">What is above it.</param>
    /// <param name="Cell">What it has for a case; <see cref="Nothing"/> for nothing.</param>
    private sealed record Column(string Header, Func<JudgedCase, string> Cell)
    {
        public bool IsText { get; init; }

        /// <summary>The metric without a limit on which nobody misses the column; null if it is always worth showing.</summary>
        public Metric? Limited { get; init; }

        public bool IsShown(IReadOnlyList<JudgedCase> cases) =>
            (Limited is null || cases.Any(judged => judged.Verdict.Judged.Any(limit => limit.Limit.Metric.Equals(Limited))))
            && cases.Any(judged => Cell(judged) is not (Nothing or Baseline or ""));
    }

    private static readonly Column[] Columns =
    [
        new("Method", judged => judged.Case.Method) { IsText = true },
        new("Parameters", judged => judged.Case.Parameters) { IsText = true },
        Of("Requests/s", Metric.RequestsPerSecond, e => Figures.Number(e.Value, "#,0"), HasLoad),
        Of("Throughput", Metric.ThroughputRatio, e => Figures.Ratio(e.Value)),
        Of("Median", Metric.MedianTime, e => Figures.Time(e.Value)),
        Of("Time ratio", Metric.TimeRatio, Ratio),
        WhereLimited("p95", Metric.TimeP95, e => Figures.Time(e.Value)),
        WhereLimited("p95 ratio", Metric.TimeRatioP95, e => Figures.Ratio(e.Value)),
        Of("p99", Metric.TimeP99, e => Figures.Time(e.Value)),
        WhereLimited("p99 ratio", Metric.TimeRatioP99, e => Figures.Ratio(e.Value)),
        WhereLimited("CPU", Metric.CpuTime, e => Figures.Time(e.Value)),
        WhereLimited("CPU ratio", Metric.CpuRatio, e => Figures.Ratio(e.Value)),
        WhereLimited("GC pause", Metric.GcPause, e => Figures.Time(e.Value)),
        WhereLimited("Gen0", Metric.Gen0Collections, Collections),
        WhereLimited("Gen1", Metric.Gen1Collections, Collections),
        WhereLimited("Gen2", Metric.Gen2Collections, Collections),
        Of("Allocated", Metric.AllocatedBytes, Bytes),
        Of("Alloc ratio", Metric.AllocatedRatio, e => Figures.Ratio(e.Value)),
        WhereLimited("Server CPU", Metric.ServerCpuTime, e => Figures.Time(e.Value), UsesItsServer),
        Of("Server alloc", Metric.ServerAllocatedBytes, Bytes, UsesItsServer),
        WhereLimited("Server ratio", Metric.ServerAllocatedRatio, e => Figures.Ratio(e.Value), UsesItsServer),
        Of("Round trips", Metric.RoundTrips, e => Figures.Number(e.Value, "#,0.##")),
        Of("Server trips", Metric.ServerRoundTrips, e => Figures.Number(e.Value, "#,0.##")),
        Of("Retained", Metric.RetainedBytes, Kept),
        Of("Server retained", Metric.ServerRetainedBytes, Kept),
        Of("Time since", Metric.AgainstTimeRatio, Ratio),
        Of("Bytes since", Metric.AgainstAllocatedBytes, Growth),
        Of("Server since", Metric.AgainstServerAllocatedBytes, Growth, UsesItsServer),
        Of("Trips since", Metric.AgainstRoundTrips, Trips),
        Of("Server trips since", Metric.AgainstServerRoundTrips, Trips),
        new("Would find", WouldFind),
        new("Verdict", judged => Word(judged.Verdict)) { IsText = true },
    ];

    public static string Render(IReadOnlyList<JudgedCase> cases)
    {
        // The class is already the table's title, and so are parameters that all cases have.
        var areEqual = cases.Select(judged => judged.Case.Parameters).Distinct().Count() == 1;
        Column[] shown = [.. Columns.Where(column => column.IsShown(cases) && !(areEqual && column.Header == "Parameters"))];
        string[][] rows =
        [
            [.. shown.Select(column => column.Header)],
            .. cases.Select(judged => shown.Select(column => column.Cell(judged)).ToArray()),
        ];
        return TextTable.Render(rows, isText: column => shown[column].IsText);
    }

    private static Column Of(string header, Metric metric, Func<Estimate, string> show, Func<JudgedCase, bool>? applies = null) =>
        new(header, judged =>
            judged.Comparison is not { } comparison || applies?.Invoke(judged) == false ? Nothing
            : comparison.Measured.TryGetValue(metric, out var measured) ? show(measured)
            : judged.Case.IsBaseline && metric.NeedsBaseline ? Baseline : Nothing);

    private static Column WhereLimited(
        string header, Metric metric, Func<Estimate, string> show, Func<JudgedCase, bool>? applies = null) =>
        Of(header, metric, show, applies) with { Limited = metric };

    private static bool HasLoad(JudgedCase judged) => judged.Comparison?.Evidence.Load is not null;

    /// <summary>Not every case calls a server.</summary>
    private static bool UsesItsServer(JudgedCase judged) =>
        judged.Comparison?.Find(Metric.ServerAllocatedBytes) is { Value: > 0 };

    /// <summary>The smallest changes that its limits would have found.</summary>
    private static string WouldFind(JudgedCase judged)
    {
        var found = new[]
        {
            (Change: Finest(metric => metric is { IsTime: true, Selection: null }), Of: "time"),
            (Change: Finest(metric => metric.IsOfBytes), Of: "bytes"),
        };
        var shown = string.Join(
            ", ", found.Where(part => part.Change is not null).Select(part => $"{Figures.Change(part.Change)} {part.Of}"));
        return shown.Length == 0 ? Nothing : shown;

        double? Finest(Func<Metric, bool> predicate) => judged.Verdict.Judged
            .Where(limit => predicate(limit.Limit.Metric))
            .Select(limit => limit.DetectableChange)
            .MinBy(change => Math.Abs(change ?? double.MaxValue));
    }

    private static string Ratio(Estimate e) => $"{Figures.Ratio(e.Value)} ({Figures.Ratio(e.Lower)}…{Figures.Ratio(e.Upper)})";

    /// <summary>The range of retained bytes, if undecided.</summary>
    private static string Kept(Estimate e) => e is { Value: 0, Upper: > 0 } ? "?" : Bytes(e);

    private static string Trips(Estimate growth) => Figures.Number(growth.Value, "+#,0.##;-#,0.##;+0");

    private static string Growth(Estimate bytes) => $"{Figures.Number(bytes.Value, "+#,0.##;-#,0.##;+0")} B";

    private static string Bytes(Estimate e) => Figures.Number(e.Value, "#,0.##") + " B";

    private static string Collections(Estimate e) => e.Value > 0 ? Figures.Number(e.Value, "0.0#") : Nothing;

    internal static string Word(Verdict verdict) => verdict switch
    {
        Verdict.Passed passed => passed.Limits.Any(limit => limit.Status == LimitStatus.NotShown) ? "passed, not shown" : "passed",
        Verdict.Failed => "FAILED",
        Verdict.Inconclusive => "inconclusive",
        Verdict.NoThreshold => "NO LIMIT",
        Verdict.Invalid => "INVALID",
        _ => throw new ArgumentOutOfRangeException(nameof(verdict), verdict, null),
    };
}
