using HttpPerf.Comparing;
using HttpPerf.Thresholds;

namespace HttpPerf.Reporting;

/// <summary>What a group's cases count: a column for each counter that is limited, or that explains times wherever it moves.</summary>
internal static class CounterTable
{
    // Unlimited, they are shown where they are not 0.
    private static readonly Metric[] Telling = [Metric.Counter("http.client.connections.opened"), Metric.Counter("tls.handshakes")];

    /// <returns>Empty where there is nothing to show.</returns>
    public static string Render(IReadOnlyList<(string Name, CaseComparison? Comparison, Verdict Verdict)> cases)
    {
        var limited = cases.SelectMany(c => c.Verdict.Judged).Select(judged => judged.Limit.Metric).Where(metric => metric.IsCounter());
        var telling = Telling.Where(metric => cases.Any(c => c.Comparison?.Find(metric)?.Value > 0));
        Metric[] columns = [.. limited.Concat(telling).Distinct().OrderBy(metric => metric.Name, StringComparer.Ordinal)];
        if (columns.Length == 0)
            return "";

        string[][] rows = [["Method", "Parameters", "Operations", .. columns.Select(metric => metric.Key())], .. cases.Select(c => Row(c.Name, c.Comparison, columns))];
        return "Counted per operation:\n\n" + TextTable.Render(rows, isText: column => column < 2);
    }

    private static string[] Row(string name, CaseComparison? comparison, Metric[] columns)
    {
        var (method, parameters) = GroupTable.Split(name);
        var operations = comparison?.Counts is { } counts ? Figures.Number(counts.Operations, "#,0") : "-";
        return [method, parameters, operations, .. columns.Select(metric => comparison?.Find(metric) is { } found ? Figures.Show(metric, found.Value) : "-")];
    }
}
