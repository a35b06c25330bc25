using HttpPerf.Comparing;
using HttpPerf.Running;

namespace HttpPerf.Reporting;

/// <summary>What people are told of the controls of a group.</summary>
internal static class ControlWords
{
    /// <summary>The line of the group's report.</summary>
    /// <param name="id">Any case of the group.</param>
    /// <param name="controls">What came of its controls.</param>
    public static string Line(CaseId id, Controls controls)
    {
        if (controls.Twin is not { } twin)
            return "Controls: none, because they would have taken more than their share of the time.";
        var doubled = controls.Doubled is { } twice ? $", doubled work at {Ratio(twice.Value)}" : "";
        var verdict = controls.ShowDifference || controls.HideDoubling ? " Times can't be judged here." : "";
        return $"Controls: {CopyOf(id)} came out at {Ratio(twin.Value)} ({Bounds(twin)}){doubled}.{verdict}";
    }

    /// <summary>Why times aren't judged, and what to do.</summary>
    public static string WhyUnjudged(CaseId id, Controls controls)
    {
        var (what, then) = controls.ShowDifference
            ? ($"{CopyOf(id)} came out at {Interval(controls.Twin!.Value)}", "Find out what differs between instances of the benchmark class, or measure on a quieter machine.")
            : ($"{CopyOf(id)} that does its work twice came out at {Interval(controls.Doubled!.Value)}, true 2", "Measure on a quieter machine.");
        return $"Times here can't be judged: {what}. {then}";
    }

    private static string CopyOf(CaseId id) => id.Baseline is null ? "a copy of the first case" : "a copy of the baseline";

    private static string Bounds(Estimate e) => e.Lower > 0 && double.IsFinite(e.Upper) ? Interval(e) : "too few to bound it";

    private static string Interval(Estimate e) => $"{Ratio(e.Lower)}…{Ratio(e.Upper)}";

    private static string Ratio(double ratio) => Figures.Number(ratio, "0.00");
}
