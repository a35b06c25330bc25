using HttpPerf.Model.Faults;
using HttpPerf.Judging.Statistics;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>
/// The result of a group's A/A check. Its true ratios are known, so it shows whether intervals are as wide as they say. Pure: no I/O, no
/// clock.
/// </summary>
/// <param name="Control">
/// The time of a control instance of the reference divided by the reference's; the true ratio is 1. Null if there was none.
/// </param>
/// <param name="DoubledControl">The ratio of a control instance that does its work twice; the true ratio is 2.</param>
internal sealed record AACheck(Estimate? Control, Estimate? DoubledControl)
{
    private const double LeastDoubling = 1.5;

    /// <summary>Fewer rounds show too little of their own spread.</summary>
    private const int MinPairs = 8;

    /// <summary>Rarer than one in a billion; beyond it, the distribution's tail says nothing.</summary>
    private const double MostDeviations = 6;

    public static AACheck None { get; } = new(null, null);

    /// <summary>Why there was no control instance; null if there was one, or no time for one.</summary>
    public Fault? Blocker { get; init; }

    /// <summary>
    /// By how many standard errors the control instance is off, as a value of the normal distribution: over many groups, their standard
    /// deviation is 1 if intervals are as wide as they should be. Null without one.
    /// </summary>
    public double? Deviations { get; init; }

    /// <summary>
    /// Whether times can't be judged, regardless of the cases' own times: the whole interval of doubled work is below 1.5, so
    /// times show something other than the work.
    /// </summary>
    public bool HasFailed => DoubledControl is { Upper: < LeastDoubling };

    /// <param name="samples">The samples.</param>
    /// <param name="errorRate">How often each interval may miss the true ratio.</param>
    public static AACheck Evaluate(AASamples samples, double errorRate) => new(
        Model(samples.Control)?.Interval(errorRate / 2), Model(samples.DoubledControl)?.Interval(errorRate / 2))
    {
        Blocker = samples.Blocker,
        Deviations = Model(samples.Control) is { Error: > 0 } control
            ? Math.Clamp(Normal.Quantile(Student.Below(control.Theta / control.Error, control.Degrees)), -MostDeviations, MostDeviations)
            : null,
    };

    private static RatioModel? Model(IReadOnlyList<double[]> logarithms)
    {
        EpochSummary[] epochs = [.. logarithms.Where(epoch => epoch.Length > 0).Select(EpochSummary.Of)];
        return logarithms.Sum(epoch => epoch.Length) < MinPairs ? null : RatioModel.Of(epochs);
    }
}
