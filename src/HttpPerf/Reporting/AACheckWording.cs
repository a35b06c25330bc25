using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Results;

namespace HttpPerf.Reporting;

/// <summary>How reports and messages describe a group's A/A check, whose line begins with "Controls:".</summary>
internal static class AACheckWording
{
    /// <summary>The line of the group's report.</summary>
    /// <param name="hasBaseline">Whether the control instance is of the baseline, not of the first case.</param>
    /// <param name="check">The check's result.</param>
    public static string Summarize(bool hasBaseline, AACheck check)
    {
        if (check.Blocker is { } blocker)
            return $"Controls: none, because {NameControl(hasBaseline)} could not be measured beside it. {FaultText.Summarize(blocker)}";
        if (check.Control is not { } control)
            return "Controls: none, because they would have taken more than their share of the time.";
        var doubled = check.DoubledControl is { } twice ? $", doubled work at {Ratio(twice.Value)}" : "";
        var verdict = check.HasFailed ? " Times can't be judged here." : "";
        return $"Controls: {NameControl(hasBaseline)} came out at {Ratio(control.Value)} ({Bounds(control)}){doubled}.{verdict}";
    }

    /// <summary>Why times aren't judged, and what to do.</summary>
    public static string ExplainUnjudged(bool hasBaseline, AACheck check) =>
        $"Times here can't be judged: {NameControl(hasBaseline)} that does its work twice came out at "
            + $"{Interval(check.DoubledControl!.Value)}, true 2. Measure on a quieter machine.";

    private static string NameControl(bool hasBaseline) => hasBaseline ? "a copy of the baseline" : "a copy of the first case";

    private static string Bounds(Estimate e) =>
        CheckResults.ShowsNothing(e.Lower, e.Upper) ? $"{Interval(e)}: too wide to show anything" : Interval(e);

    private static string Interval(Estimate e) => $"{Ratio(e.Lower)}…{Ratio(e.Upper)}";

    private static string Ratio(double ratio) => Figures.Number(ratio, "0.00");
}
