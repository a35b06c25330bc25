using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;

namespace HttpPerf.Reporting;

/// <summary>A column of a table of cases.</summary>
/// <param name="Header">The text above it.</param>
/// <param name="Cell">Its text for a case; <see cref="Nothing"/> for none.</param>
internal sealed record Column(string Header, Func<JudgedCase, string> Cell)
{
    public const string Nothing = "-";

    public static readonly Column OfMethod = new("Method", judged => judged.Case.Method) { IsText = true };

    /// <summary>Parameters that all cases have are in the table's title.</summary>
    public static readonly Column OfParameters =
        new("Parameters", judged => judged.Case.Parameters) { IsText = true, OnlyIfDifferent = true };

    public static readonly Column OfVerdict = new("Verdict", judged => Word(judged.Verdict)) { IsText = true };

    /// <summary>As many as a terminal has room for. The report has every metric.</summary>
    private const int Most = 8;
    private const string Baseline = "baseline";

    public bool IsText { get; init; }

    /// <summary>Whether nobody misses it as long as no limit needs it.</summary>
    public bool OnlyIfLimited { get; init; }

    /// <summary>The metrics in it. A column without any is always shown.</summary>
    public IReadOnlyList<Metric> Metrics { get; init; } = [];

    private bool OnlyIfDifferent { get; init; }

    /// <param name="header">The text above it.</param>
    /// <param name="metric">The metric that it shows.</param>
    /// <param name="relative">
    /// Its comparisons with an earlier build or with the baseline: the first one that a case has follows in parentheses.
    /// </param>
    public static Column Of(string header, Metric metric, params Metric[] relative) =>
        new(header, judged => Show(judged, metric, relative, e => Figures.Cell(metric, e))) { Metrics = [metric, .. relative] };

    public static Column WithInterval(string header, Metric ratio) =>
        new(header, judged => Show(judged, ratio, [], Figures.RatioAndInterval)) { Metrics = [ratio] };

    public static string Render(IEnumerable<Column> columns, IReadOnlyList<JudgedCase> cases)
    {
        Column[] possible = [.. columns.Where(column => column.IsShown(cases))];
        var chosen = possible.OrderBy(column => column.Rank(cases)).Take(Most).ToHashSet();
        Column[] shown = [.. possible.Where(chosen.Contains)];
        string[][] rows =
        [
            [.. shown.Select(column => column.Header)],
            .. cases.Select(judged => shown.Select(column => column.Cell(judged)).ToArray()),
        ];
        return TextTable.Render(rows, isText: column => shown[column].IsText);
    }

    private bool IsShown(IReadOnlyList<JudgedCase> cases) =>
        (!OnlyIfLimited || Rank(cases) < Importance.Unlimited)
        && (!OnlyIfDifferent || cases.Select(Cell).Distinct().Count() > 1)
        && cases.Any(judged => Cell(judged) is not (Nothing or Baseline));

    private Importance Rank(IReadOnlyList<JudgedCase> cases)
    {
        if (Metrics.Count == 0)
            return Importance.Always;
        var limits = cases.SelectMany(judged => judged.Verdict.Judged).Where(limit => Metrics.Contains(limit.Limit.Metric)).ToList();
        return limits.Exists(limit => limit.Status != LimitStatus.Within) ? Importance.NotWithin
            : limits.Exists(limit => !limit.Limit.IsDefault) ? Importance.Limited
            : Importance.Unlimited;
    }

    private static string Show(JudgedCase judged, Metric metric, IReadOnlyList<Metric> relative, Func<Estimate, string> show)
    {
        if (judged.Comparison is not { } comparison || (metric.IsOfServer && !metric.IsOfStart && !UsesItsServer(comparison)))
            return Nothing;
        if (comparison.Find(metric) is not { } measured)
            return judged.Case.IsBaseline && metric.NeedsBaseline ? Baseline : Nothing;
        if (relative.FirstOrDefault(comparison.Measured.ContainsKey) is not { } related)
            return show(measured);
        var change = comparison.Measured[related];
        // Most cases don't grow, and a reader looks for those that do.
        return related.IsGrowth && change.Value == 0 ? show(measured) : $"{show(measured)} ({Figures.Cell(related, change)})";
    }

    /// <summary>Not every case calls a server.</summary>
    private static bool UsesItsServer(CaseComparison comparison) => comparison.Find(Metric.ServerAllocatedBytes) is { Value: > 0 };

    private static string Word(Verdict verdict) => verdict switch
    {
        Verdict.Passed passed => passed.Limits.Any(limit => limit.Status == LimitStatus.NotShown) ? "passed, not shown" : "passed",
        Verdict.Failed => "FAILED",
        Verdict.Inconclusive => "inconclusive",
        Verdict.NoLimit => "NO LIMIT",
        Verdict.Invalid => "INVALID",
        _ => throw new ArgumentOutOfRangeException(nameof(verdict), verdict, null),
    };

    /// <summary>Which columns are left out first: the last.</summary>
    private enum Importance
    {
        Always,
        NotWithin,
        Limited,
        Unlimited,
    }
}
