using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Results;

namespace HttpPerf.Reporting;

/// <summary>How reports and messages describe a group's A/A check, whose line begins with "A/A check:".</summary>
internal static class AACheckWording
{
    /// <summary>The line of the group's report.</summary>
    /// <param name="hasBaseline">Whether the control instance is of the baseline, not of the first case.</param>
    /// <param name="check">The check's result.</param>
    public static string Summarize(bool hasBaseline, AACheck check)
    {
        if (check.Blocker is { } blocker)
            return $"A/A check: none, because {NameControl(hasBaseline)} could not be measured beside it. {FaultText.Summarize(blocker)}";
        if (check.Control is not { } control)
            return "A/A check: none, because copies would have taken more than their share of the time.";
        var doubled = check.DoubledControl is { } twice ? $", doubled work {Ratio(twice.Value)}×" : "";
        var verdict = check.HasFailed ? " Times can't be judged here." : "";
        return $"A/A check: {NameControl(hasBaseline)} took {Ratio(control.Value)}× as long{Bounds(control)}{doubled}.{verdict}";
    }

    /// <summary>Why times aren't judged, and the remedy.</summary>
    public static string ExplainUnjudged(bool hasBaseline, AACheck check) =>
        $"Times can't be judged here: {NameControl(hasBaseline)} that does its work twice took "
            + $"{Interval(check.DoubledControl!.Value)} times as long, not 2 times. Measure on a quieter machine.";

    private static string NameControl(bool hasBaseline) => hasBaseline ? "a copy of the baseline" : "a copy of the first case";

    private static string Bounds(Estimate e) =>
        CheckResults.ShowsNothing(e.Lower, e.Upper) ? ", too uncertain to show anything" : $" ({Interval(e)})";

    private static string Interval(Estimate e) => $"{Ratio(e.Lower)}…{Ratio(e.Upper)}";

    private static string Ratio(double ratio) => Figures.Number(ratio, "0.00");
}
