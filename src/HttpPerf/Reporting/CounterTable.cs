using HttpPerf.Judging;

namespace HttpPerf.Reporting;

/// <summary>The counters of a group's cases: a column for each counter that has a limit, and for those that explain times.</summary>
internal static class CounterTable
{
    /// <summary>Shown if they are not 0, because connections and handshakes explain times.</summary>
    private static readonly Metric[] Explanatory = [Metric.Counter("http.client.connections.opened"), Metric.Counter("tls.handshakes")];

    /// <returns>Empty if there is nothing to show.</returns>
    public static string Render(IReadOnlyList<JudgedCase> cases)
    {
        var limited = cases.SelectMany(c => c.Verdict.Judged)
            .Where(judged => !judged.Limit.IsDefault || judged.Status != LimitStatus.Within)
            .Select(judged => judged.Limit.Metric)
            .Where(metric => metric.Selection is not null);
        var explanatory = Explanatory.Where(metric => cases.Any(c => c.Comparison?.Find(metric)?.Value > 0));
        Metric[] columns = [.. limited.Concat(explanatory).Distinct().OrderBy(metric => metric.Name, StringComparer.Ordinal)];
        if (columns.Length == 0)
            return "";

        Column[] shown = [Column.OfMethod, Column.OfParameters, new("Operations", Operations), .. columns.Select(Counted)];
        return $"Counted per operation:\n\n{Column.Render(shown, cases)}";
    }

    private static string Operations(JudgedCase judged) =>
        judged.Comparison?.Counts is { } counts ? Figures.Number(counts.Operations, "#,0") : Column.Nothing;

    private static Column Counted(Metric metric) => new(
        metric.IsAgainst ? $"{metric.Key} vs before" : metric.Key,
        judged => judged.Comparison?.Find(metric) is { } found ? Figures.Show(metric, found.Value) : Column.Nothing)
    {
        Metrics = [metric],
    };
}
