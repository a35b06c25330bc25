using HttpPerf.Counting;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Reporting;

/// <summary>Shows which queries a case sends, and from which lines.</summary>
internal static class QueriesText
{
    private const int MostShown = 5;

    /// <summary>Whether a metric is the number of queries.</summary>
    public static bool IsOf(Metric metric) => IsOf(metric.Selection);

    /// <inheritdoc cref="IsOf(Metric)"/>
    public static bool IsOf(CounterSelection? counter) =>
        counter?.Name is CounterNames.DatabaseQueries or CounterNames.ServerPrefix + CounterNames.DatabaseQueries;

    /// <summary>Those that there are more of than before, or all where nothing is compared, for the message of a case.</summary>
    /// <returns>Indented lines, the most first; empty if there are none.</returns>
    public static string Explain(Metric metric, CaseComparison comparison)
    {
        var before = metric.IsAgainst && comparison.Before?.Counts is { } earlier
            ? Rates(metric, earlier).ToDictionary(query => query.Text, query => query.Rate)
            : [];
        var sent = Rates(metric, comparison.Counts!)
            .Select(query => query with { Rate = query.Rate - before.GetValueOrDefault(query.Text) })
            .Where(query => query.Rate > 0)
            .OrderByDescending(query => query.Rate)
            .ToList();
        var sign = metric.IsAgainst ? "+" : "";
        var lines = sent.Take(MostShown).Select(query =>
            $"  {sign}{Figures.Show(metric, query.Rate)}   {query.Text}" + (query.Line is null ? "" : $"   ({query.Line})"));
        return string.Join('\n', sent.Count > MostShown ? lines.Append($"  … and {sent.Count - MostShown} more queries") : lines);
    }

    /// <summary>How often a call sends each query. The same query may come from another line than in another solo run.</summary>
    private static IEnumerable<Query> Rates(Metric metric, Counts counts) =>
        from reading in counts.Find(metric.Selection!) ?? []
        where reading.Tags.ContainsKey(CounterNames.QueryTag)
        group reading by reading.Tags[CounterNames.QueryTag] into same
        select new Query(
            Quotation.Line(same.Key),
            same.MaxBy(reading => reading.Total)!.Tags.GetValueOrDefault(CounterNames.LineTag),
            same.Sum(reading => reading.Total) / counts.Operations);

    private sealed record Query(string Text, string? Line, double Rate);
}
