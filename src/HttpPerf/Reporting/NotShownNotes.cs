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

    /// <param name="judged">The verdicts.</param>
    /// <param name="measuring">How long the test process has measured.</param>
    public static IEnumerable<string> Write(JudgedGroup judged, TimeSpan measuring)
    {
        List<string> notes =
        [
            .. from ofCase in judged.Cases
               from limit in ofCase.Verdict.Judged
               where limit.Status == LimitStatus.NotShown
               select Describe(ofCase.Case, limit, measuring),
        ];
        return notes.Count <= MostListed
            ? notes
            : [.. notes.Take(MostListed), $"Not shown: {notes.Count - MostListed} more. results.json has all of them."];
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

    /// <summary>What such a run finds.</summary>
    public static string DescribePower(JudgedLimit judged) => judged switch
    {
        { DetectableChange: { } change, Decision: not null } => $"would have found {Figures.Change(change)} in 9 of 10 runs",
        { DetectableChange: { } change } => $"would have found {Figures.Change(change)}",
        _ => $"would have found no {judged.Limit.Metric.Change}, however large",
    };

    private static string DescribeMissing(Decision? decision, TimeSpan measuring) => decision switch
    {
        null => "",
        { Missing: { } times } when times * measuring < TimeSpan.FromHours(1) =>
            $"; about {Math.Max(1, Math.Ceiling((times * measuring).TotalSeconds)).Show("0")} s more would show it",
        _ => "; more time would not show it here",
    };
}
