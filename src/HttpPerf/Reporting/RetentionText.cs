using HttpPerf.Judging.Comparing;
using HttpPerf.Profiling;

namespace HttpPerf.Reporting;

/// <summary>Describes the bytes that calls leave behind.</summary>
internal static class RetentionText
{
    private const int MostTypes = 5;

    /// <summary>Types with a smaller part of the retained bytes are only counted.</summary>
    private const double LeastShare = 0.01;

    /// <summary>Advice where to look, as a sentence.</summary>
    public const string Cause =
        "Look for a collection, an event, a token's registration or a task that outlives the call, and remove what the call adds to it.";

    /// <summary>Advice if it is undecided whether bytes grow.</summary>
    public const string ExplainUndecided =
        "Live bytes vary by more than that from collection to collection, or the time ran out before it was decided. "
        + "Raise the budget (\"budgetSeconds\" in the \"settings\" of thresholds.json, or HTTPPERF_BUDGET_SECONDS)";

    /// <summary>How much was measured, and how it develops.</summary>
    public static string Describe(Retention retention) =>
        $"{retention.Windows} windows of {Figures.Number(retention.OperationsPerWindow, "#,0")} operations between full collections, "
        + retention.Trend switch
        {
            RetentionTrend.None => "nothing left",
            RetentionTrend.Settled => "come to rest",
            RetentionTrend.Growing => "growing steadily",
            _ => "undecided whether they grow",
        };

    /// <summary>Retained bytes by type, and the path that keeps most of them, for the message of a case.</summary>
    /// <param name="heaps">Of the tests' process, or of servers.</param>
    public static string Explain(IReadOnlyList<KeptObjects> heaps)
    {
        var types = heaps.SelectMany(heap => heap.Types).OrderByDescending(type => type.Bytes).ToList();
        if (types.Count == 0)
            return "  The objects were not found: dumps of the heap of a separate process, before and after 200 calls, show none.";
        var shown = types.Where(type => type.Bytes >= LeastShare * types.Sum(t => t.Bytes)).Take(MostTypes).ToList();
        string[][] rows = [.. shown.Select(Row)];
        var width = rows.Max(row => row[0].Length);
        return string.Join(
            '\n',
            [
                .. rows.Select(row => $"  {row[0].PadLeft(width)}   {row[1]}"),
                .. (types.Count - shown.Count) switch
                {
                    0 => Array.Empty<string>(),
                    1 => ["  … and 1 more type"],
                    var more => [$"  … and {more} more types"],
                },
                $"  kept by {types[0].Path}",
            ]);
    }

    /// <summary>A file of all types, each with the path that keeps most of its objects.</summary>
    public static string WriteAll(IEnumerable<KeptObjects> heaps) => string.Concat(
        heaps.SelectMany((heap, i) => heap.Types
            .Select(type => $"{string.Join("   ", Row(type))}, kept by {type.Path}")
            .Prepend($"{(i == 0 ? "" : "\n")}{(i == 0 ? "Tests" : "Server")}: bytes per operation, over {heap.Operations} operations\n")
            .Select(line => line + "\n")));

    private static string[] Row(KeptType type) =>
        [$"{Figures.Number(type.Bytes, "#,0.##")} B", $"{Figures.Number(type.Count, "#,0.##")} × {type.Name}"];
}
