using HttpPerf.Comparing;
using HttpPerf.Results;

namespace HttpPerf.Reporting;

/// <summary>The few lines that a run ends with.</summary>
internal static class RunSummary
{
    private const int MostListed = 3;

    /// <summary>A limit that could be lower by less is not worth a line.</summary>
    private const double WorthTightening = 0.8;

    /// <param name="results">What was measured.</param>
    /// <param name="path">Where the results are, as people may find it.</param>
    public static IReadOnlyList<string> Write(ResultsDocument results, string path)
    {
        var cases = results.Cases.ToList();
        if (cases.Count == 0)
            return [];
        var met = (
            from measured in cases
            from limit in measured.Limits
            where limit.Status == LimitPlace.Within
            select new Met(measured, limit, FindMetric(limit))).ToList();
        return
        [
            $"{Count(cases)} in {results.Groups.Sum(group => group.Seconds):0} s of measuring.",
            .. List("closest to its limit", FindClosest(met)),
            .. List("better than its limit, which could be lower", FindBetter(met)),
            $"results: {path}",
        ];
    }

    private static string Count(List<CaseResults> cases)
    {
        (CaseVerdict Verdict, string Text)[] others =
        [
            (CaseVerdict.Failed, "failed"),
            (CaseVerdict.Undecided, "undecided"),
            (CaseVerdict.Unlimited, "without limits"),
            (CaseVerdict.Invalid, "not measured"),
        ];
        var counted = others
            .Select(other => (Count: cases.Count(c => c.Verdict == other.Verdict), other.Text))
            .Where(other => other.Count > 0)
            .Select(other => $", {other.Count} {other.Text}");
        return $"{cases.Count(c => c.Verdict == CaseVerdict.Passed)} of {cases.Count} cases passed{string.Concat(counted)}";
    }

    /// <summary>Of what varies: an exact figure can't come closer by chance.</summary>
    private static IEnumerable<string> FindClosest(IEnumerable<Met> met) => met
        .Where(m => m is { Limit.Max: > 0, Figure: { IsExact: false, Upper: not null } })
        .OrderByDescending(m => m.Figure!.Upper / m.Limit.Max)
        .Take(1)
        .Select(m => $"{m.Case.Name} {m.Describe()}{(m.Limit.Finds is { } finds ? $" (would have found {Figures.Change(finds)})" : "")}");

    private static List<string> FindBetter(IEnumerable<Met> met)
    {
        var better = met
            .Where(m => m is { Limit: { Max: > 0, Pattern: not null }, Metric.IsAgainst: false, Figure: not null })
            .Where(m => m.Limit.Suggested.Max < m.Limit.Max * WorthTightening)
            .OrderBy(m => m.Limit.Suggested.Max / m.Limit.Max)
            .ToList();
        List<string> listed = [.. better.Take(MostListed).Select(m => $"{m.Case.Name} {m.Describe()}")];
        return better.Count > MostListed ? [.. listed, $"… and {better.Count - MostListed} more"] : listed;
    }

    private static IEnumerable<string> List(string title, IEnumerable<string> lines) =>
        lines.Select((line, i) => i == 0 ? $"{title}: {line}" : $"  {line}");

    private static Metric? FindMetric(LimitResults limit) => limit.Path switch
    {
        [var name] => Metric.All.FirstOrDefault(metric => metric.Name == name),
        ["counters", var counter] => Metric.Counter(counter),
        ["countersPerSecond", var counter] => Metric.CounterPerSecond(counter),
        ["against", "timeRatio"] => Metric.AgainstTimeRatio,
        ["against", "allocatedBytes"] => Metric.AgainstAllocatedBytes,
        ["against", "counters", var counter] => Metric.AgainstCounter(CounterSelection.Parse(counter)),
        _ => null,
    };

    private sealed record Met(CaseResults Case, LimitResults Limit, Metric? Metric)
    {
        /// <summary>Null if the figure isn't recorded, as that of a counter's tags.</summary>
        public Figure? Figure => Case.Metrics.GetValueOrDefault(Limit.Metric);

        public string Describe() =>
            $"{Limit.Metric} {Figures.Show(Metric!, Figure!.Value)} of {Figures.Show(Metric!, Limit.Max!.Value)}";
    }
}
