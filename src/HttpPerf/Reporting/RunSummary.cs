using HttpPerf.Model;
using HttpPerf.Results;
using HttpPerf.Reports;

namespace HttpPerf.Reporting;

/// <summary>The few lines that a run ends with.</summary>
internal static class RunSummary
{
    private const int MostListed = 3;

    /// <summary>Limits in comparison with an earlier build allow growth that the next build will have, too.</summary>
    private const string Against = "against";

    private const int MinControls = 5;

    /// <summary>With as many groups, one run in a thousand has a larger deviation than the largest allowed, if all is well.</summary>
    private const int ConclusiveControls = 20;

    private const double LargestDeviation = 1.5;

    /// <summary>A limit that could be lower by less is not worth a line.</summary>
    private const double WorthTightening = 0.8;

    /// <summary>Whatever stays below this part of its limit is not near it, even if nothing is nearer.</summary>
    private const double Close = 0.5;

    /// <param name="results">The results of a run.</param>
    /// <param name="tested">The names of the cases whose tests ran. The others were measured with them.</param>
    /// <param name="path">Where the report is, as people may find it.</param>
    public static IReadOnlyList<string> Write(ResultsDocument results, IReadOnlySet<string> tested, string path)
    {
        var cases = results.Cases.Where(measured => tested.Contains(measured.Name)).ToList();
        if (cases.Count == 0)
            return [];
        var met = (
            from measured in cases
            from limit in measured.Limits
            where limit.Status == LimitStatus.Within
            select new Met(measured, limit)).ToList();
        return
        [
            $"{Words.Count(cases)} in {results.Groups.Sum(group => group.Seconds).Show("0")} s of measuring."
                + Others(results.Cases.Count() - cases.Count),
            .. EndpointSummary.Write(results),
            .. FindPower(cases),
            .. Calibrate(results),
            .. List("closest to its limit", FindClosest(met)),
            .. List("better than its limit, which could be lower", FindBetter(met)),
            $"report: {path}",
        ];
    }

    /// <summary>
    /// Whether intervals are as wide as they should be: the true ratio of each group's control instance is 1. A single one says little, but
    /// together they do.
    /// </summary>
    private static IEnumerable<string> Calibrate(ResultsDocument results)
    {
        var deviations = results.Groups.Select(group => group.Check?.Deviations).OfType<double>().ToList();
        if (deviations.Count < MinControls)
            yield break;
        var size = Math.Sqrt(deviations.Average(d => d * d));
        yield return $"A/A check: copies of baselines were off by {size.Show("0.0")} standard errors (rms of {deviations.Count} groups, 1 "
            + "expected)"
            + (deviations.Count >= ConclusiveControls && size > LargestDeviation
                ? ". The times of this run are unreliable: they vary by more than their intervals. Measure on a quieter machine."
                : "");
    }

    /// <summary>The slowdowns that the run would have found, so that passing means something.</summary>
    private static IEnumerable<string> FindPower(IReadOnlyList<CaseResults> cases)
    {
        var found = (
            from measured in cases
            let times = measured.Limits.Where(limit => limit.ProbabilityBroken is not null && limit.Status != LimitStatus.Unjudged).ToList()
            where times.Count > 0
            select times.Exists(limit => limit.IsBroken) ? 0
                : times.Min(limit => Math.Abs(limit.DetectableChange ?? double.PositiveInfinity)))
            .ToList();
        if (found.Count == 0)
            yield break;
        var notShown = cases.Count(measured => measured.Limits.Any(limit => limit.Status == LimitStatus.NotShown));
        yield return $"would have found +5 % in {found.Count(part => part <= 0.05)} of {found.Count} cases with limits on times, "
            + $"+10 % in {found.Count(part => part <= 0.1)}"
            + Behind("; ", cases.Count(c => c.Verdict == CaseVerdict.Inconclusive), "inconclusive")
            + Behind("; ", notShown, "passed, not shown");

        static string Behind(string separator, int count, string what) => count == 0 ? "" : $"{separator}{count} {what}";
    }

    private static string Others(int count) =>
        count == 0 ? "" : $" {count} more {(count > 1 ? "were" : "was")} measured with them, but not tested.";

    /// <summary>Limits on figures that vary: an exact figure can't come closer by chance, and recorded amounts are usual.</summary>
    private static IEnumerable<string> FindClosest(IEnumerable<Met> met) => met
        .Where(m => m is { Limit: { Max: > 0, Amounts: null }, Figure: { IsExact: false, Upper: not null } }
            && m.Figure.Upper >= m.Limit.Max * Close && m.Figure.Upper <= m.Limit.Max)
        .OrderByDescending(m => m.Figure!.Upper / m.Limit.Max)
        .Take(MostListed)
        .Select(m => $"{m.Describe()}{(m.Limit.DetectableChange is { } finds ? $" (would have found {Figures.Change(finds)})" : "")}");

    private static List<string> FindBetter(IEnumerable<Met> met)
    {
        var better = met
            .Where(m => m is { Limit: { Max: > 0, Pattern: not null }, Figure: not null } && m.Limit.Path[0] != Against)
            .Where(m => m.Limit.Suggested.Max < m.Limit.Max * WorthTightening)
            .OrderBy(m => m.Limit.Suggested.Max / m.Limit.Max)
            .ToList();
        List<string> listed = [.. better.Take(MostListed).Select(m => m.Describe())];
        return better.Count > MostListed ? [.. listed, $"… and {better.Count - MostListed} more"] : listed;
    }

    private static IEnumerable<string> List(string title, IEnumerable<string> lines) =>
        lines.Select((line, i) => i == 0 ? $"{title}: {line}" : $"  {line}");

    private sealed record Met(CaseResults Case, LimitResults Limit)
    {
        /// <summary>Null if the figure is no number.</summary>
        public Figure? Figure => Case.Metrics.GetValueOrDefault(Limit.Metric);

        public string Describe() => $"{Case.Name} {Limit.Metric} {Figure!.Text}, allowed {Limit.Text}";
    }
}
