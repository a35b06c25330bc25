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

        string[] headers = ["Method", "Parameters", "Operations", .. columns.Select(Header)];
        var table = TextTable.Render([headers, .. cases.Select(c => Row(c, columns))], isText: column => column < 2);
        return $"Counted per operation:\n\n{table}";
    }

    private static string Header(Metric metric) => metric.IsAgainst ? $"{metric.Key} since" : metric.Key;

    private static string[] Row(JudgedCase judged, Metric[] columns)
    {
        var operations = judged.Comparison?.Counts is { } counts ? Figures.Number(counts.Operations, "#,0") : "-";
        return [judged.Case.Method, judged.Case.Parameters, operations, .. columns.Select(Cell)];

        string Cell(Metric metric) => judged.Comparison?.Find(metric) is { } found ? Figures.Show(metric, found.Value) : "-";
    }
}
