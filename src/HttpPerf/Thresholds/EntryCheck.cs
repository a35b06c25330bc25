using HttpPerf.Judging.Limits;
using HttpPerf.Model;

namespace HttpPerf.Thresholds;

/// <summary>Finds entries and limits that can't apply to any of the benchmark cases.</summary>
internal static class EntryCheck
{
    // Hints cost time for each pair of entry and case; after this many, the file is probably for other benchmarks.
    private const int MostHints = 50;

    public static void Check(ThresholdEntry entry, IReadOnlyList<CaseId> allCases, ProblemList problems)
    {
        CaseId[] matching = [.. allCases.Where(entry.Matches)];
        if (matching.Length == 0 && CaseId.IsOfStart(entry.Pattern))
            return;
        if (matching.Length == 0)
        {
            var hint = (problems.Count < MostHints ? Hint(entry.Pattern, allCases) : null)
                ?? "If it is for another project, move it to that project's thresholds.json.";
            var names = "\"dotnet test --list-tests\" shows the names.";
            problems.Add(entry.At, $"{Wording.Quote(entry.Pattern)} matches no benchmark. {hint} {names}");
            return;
        }

        // Under a wildcard, ratios don't apply to the cases that have nothing to compare with.
        if (matching.Any(id => id.IsCompared))
            return;

        foreach (var limit in entry.Limits.Where(limit => limit.Metric.NeedsBaseline))
            problems.Add(new Position(limit.Line, limit.Column), NothingToCompare(limit, matching));
    }

    private static string NothingToCompare(Limit limit, CaseId[] matching)
    {
        var who = matching.Length == 1
            ? $"{matching[0]}, the only benchmark that matches,"
            : $"each of the {matching.Length} benchmarks that match";
        var (why, advice) = matching.All(id => id.IsBaseline)
            ? ("is a baseline itself, whose ratio is 1 by definition", "Limit the benchmarks that are compared with it, or another metric.")
            : matching.Any(id => id.IsBaseline)
                ? ("is a baseline itself or in a group without one", "Limit the benchmarks that are compared, or another metric.")
                : ("is in a group without one", "Mark one with [Benchmark(Baseline = true)], or limit another metric.");
        return $"\"{limit.Metric}\" compares with a baseline, but {who} {why}. {advice}";
    }

    private static string? Hint(string pattern, IReadOnlyList<CaseId> allCases)
    {
        if (allCases.FirstOrDefault(id => Glob.Matches(pattern.ToUpperInvariant(), id.Name.ToUpperInvariant())) is { } otherCase)
            return $"Upper and lower case matter: did you mean {Wording.Quote(otherCase.Name)}?";

        // The same method with other parameters counts as near, however much the parameters differ.
        var method = pattern.Split('(')[0];
        var near = allCases.Where(id => $"{id.Class}.{id.Method}" == method || Nearest.IsNear(pattern, id.Name));
        return near.MinBy(id => Nearest.Distance(pattern, id.Name)) is { } nearest ? $"Did you mean {Wording.Quote(nearest.Name)}?" : null;
    }
}
