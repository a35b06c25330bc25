
namespace HttpPerf.GateQuality;

/// <summary>Under which circumstances something is measured.</summary>
internal sealed record Setting(string Scale, int Hogs)
{
    public string Load => Hogs == 0 ? "idle" : $"{Hogs} hogs";
}

/// <summary>One independent measurement, from the start until its verdicts.</summary>
/// <param name="Subject">Who measured.</param>
/// <param name="Trial">What was measured together.</param>
/// <param name="Setting">Under which circumstances.</param>
/// <param name="LoadAverage">
/// The machine's over the minute before it, other people's work and the hogs included; null where unknown.
/// </param>
/// <param name="Seconds">How long it took.</param>
/// <param name="Truths">What the slowed methods' time ratios were just before.</param>
/// <param name="Cases">What came out.</param>
/// <param name="Judged">How its limits were judged.</param>
/// <param name="Failure">Why nothing came out; usually null.</param>
internal sealed record Run(
    string Subject,
    string Trial,
    Setting Setting,
    double? LoadAverage,
    double Seconds,
    IReadOnlyList<Truth> Truths,
    IReadOnlyList<CaseFigures> Cases,
    IReadOnlyList<JudgedFigure> Judged,
    string? Failure = null);

/// <param name="Method">The case.</param>
/// <param name="Nanoseconds">Its median time.</param>
/// <param name="TimeRatio">To the base; null for the base itself.</param>
/// <param name="Bytes">What it allocates.</param>
internal sealed record CaseFigures(string Method, double Nanoseconds, Estimate? TimeRatio, Estimate Bytes);

internal enum Outcome
{
    Passed,
    Failed,
    Inconclusive,
    Invalid,
}

/// <param name="Method">The case.</param>
/// <param name="Metric">Which of its limits.</param>
/// <param name="Limit">The limit.</param>
/// <param name="Value">What was measured.</param>
/// <param name="Outcome">How it was judged.</param>
internal sealed record JudgedFigure(string Method, string Metric, double Limit, double Value, Outcome Outcome)
{
    /// <summary>The growth with which the run says that it would have failed; null if it says nothing.</summary>
    public double? Detectable { get; init; }
}
