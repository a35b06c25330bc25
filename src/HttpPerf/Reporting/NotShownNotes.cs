using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;

namespace HttpPerf.Reporting;

/// <summary>
/// The report's lines about limits that are more likely met than not, but not surely: what was learnt, and what it would take.
/// </summary>
internal static class NotShownNotes
{
    /// <summary>On a busy machine many limits are open.</summary>
    private const int MostListed = 10;

    /// <summary>Nobody waits longer for a group.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromHours(1);

    /// <param name="judged">The verdicts.</param>
    /// <param name="measuring">How long the test process has measured.</param>
    /// <param name="budget">The budget of a build; null if no budget decides how long that takes.</param>
    public static IEnumerable<string> Write(JudgedGroup judged, TimeSpan measuring, TimeSpan? budget)
    {
        var notShown = (
            from ofCase in judged.Cases
            from limit in ofCase.Verdict.Judged
            where limit.Status == LimitStatus.NotShown
            select (ofCase.Case, Limit: limit)).ToList();
        foreach (var (id, limit) in notShown.Take(MostListed))
            yield return Describe(id, limit, measuring);
        if (notShown.Count > MostListed)
            yield return $"Not shown: {notShown.Count - MostListed} more. results.json has all of them.";
        var missing = notShown.Select(of => of.Limit.Decision?.Missing).OfType<double>()
            .Where(times => times * measuring < Longest)
            .ToList();
        if (budget is { } spent && missing.Count > 0)
            yield return $"To show {(notShown.Count == 1 ? "it" : missing.Count == notShown.Count ? "them" : $"{missing.Count} of them")}, "
                + $"raise the budget to {Math.Ceiling(spent.TotalSeconds * (1 + missing.Max())).Show("0")} s: {FaultText.BudgetSetting}.";
    }

    private static string Describe(CaseId id, JudgedLimit judged, TimeSpan measuring)
    {
        var (limit, measured, _) = judged;
        var metric = limit.Metric;
        if (limit.Amounts is not null)
            return $"Not shown: {id} meets \"{metric.Key}\", {Figures.Range(limit)}: too few of its calls allocate one of these amounts, "
                + "or all have grown, but not equally.";
        var isMaximum = judged.Decision?.IsAbove ?? measured.Upper > limit.Max;
        var end = isMaximum ? measured.Upper : measured.Lower;
        var known = double.IsFinite(end) && end > 0
            ? $"surely {(isMaximum ? "below" : "above")} {Figures.Show(metric, end)}"
            : $"no bound is known, measured {Figures.Show(metric, measured.Value)}";
        return $"Not shown: {id} meets \"{(metric.IsAgainst ? metric.Name : metric.Key)}\", {Figures.Range(limit)}: {known}; "
            + $"{DescribePower(judged)}{DescribeMissing(judged.Decision, measuring)}.";
    }

    /// <summary>The growth that such a run finds.</summary>
    public static string DescribePower(JudgedLimit judged) => judged switch
    {
        { DetectableChange: { } change, Decision: not null } => $"would have found {Figures.Change(change)} in 9 of 10 runs",
        { DetectableChange: { } change } => $"would have found {Figures.Change(change)}",
        _ => $"would have found no {judged.Limit.Metric.Change}, however large",
    };

    private static string DescribeMissing(Decision? decision, TimeSpan measuring) => decision switch
    {
        null => "",
        { Missing: { } times } when times * measuring < Longest =>
            $"; about {Math.Max(1, Math.Ceiling((times * measuring).TotalSeconds)).Show("0")} s more would show it",
        _ => "; more time would not show it here",
    };
}
