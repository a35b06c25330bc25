using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>
/// The result of a group's A/A check. Its true ratios are known, so it shows whether times can be judged. Pure: no I/O, no clock.
/// </summary>
/// <param name="Copy">
/// The time of a second instance of the reference divided by the reference's; the true ratio is 1. Null if there was none.
/// </param>
/// <param name="DoubledCopy">The same for a second instance that does its work twice; the true ratio is 2.</param>
internal sealed record AACheck(Estimate? Copy, Estimate? DoubledCopy)
{
    /// <summary>
    /// Two instances of the same code are never quite equal, because their memory layouts differ: ratios of 0.995 were measured. Only
    /// differences that could break limits in practice matter.
    /// </summary>
    private const double Tolerance = 1.02;

    private const double LeastDoubling = 1.5;
    private const int FewestPairs = 8;

    public static AACheck None { get; } = new(null, null);

    /// <summary>Why there was no second instance, in a sentence; null if there was one, or no time for one.</summary>
    public string? Objection { get; init; }

    /// <summary>Whether times can't be judged, regardless of the cases' own times.</summary>
    public bool HasFailed => ShowsDifference || HidesDoubling;

    /// <summary>
    /// The copy's whole interval is outside the tolerance, so a case may differ from its baseline without a cause in its code.
    /// </summary>
    public bool ShowsDifference => Copy is { Lower: > Tolerance } or { Upper: < 1 / Tolerance };

    /// <summary>The copy is outside the tolerance, but its interval isn't. More rounds tell whether it differs.</summary>
    public bool MayShowDifference => !ShowsDifference && Copy is { Value: > Tolerance or < 1 / Tolerance };

    /// <summary>The doubled copy's whole interval is below 1.5, so times show something other than the work.</summary>
    public bool HidesDoubling => DoubledCopy is { Upper: < LeastDoubling };

    /// <summary>The doubled copy's interval reaches down to 1: times vary too much here. More rounds may help.</summary>
    public bool BlursDoubling => DoubledCopy is { Lower: > 0 and <= 1 };

    /// <summary>The second instance was measured in too few rounds to bound its ratio.</summary>
    public bool IsTooShort => Copy is { Upper: double.PositiveInfinity };

    /// <summary>The second instance did its work twice in too few rounds to show whether times follow the work.</summary>
    public bool LacksDoubling { get; init; }

    /// <param name="samples">What was measured.</param>
    /// <param name="errorRate">How often each interval may miss the true ratio.</param>
    public static AACheck Evaluate(AASamples samples, double errorRate) =>
        new(EstimateRatio(samples.Copy, errorRate), EstimateRatio(samples.DoubledCopy, errorRate))
        {
            Objection = samples.Objection,
            LacksDoubling = samples.Copy.Any(epoch => epoch.Length > 0) && samples.DoubledCopy.Sum(epoch => epoch.Length) < FewestPairs,
        };

    private static Estimate? EstimateRatio(IReadOnlyList<double[]> logarithms, double errorRate)
    {
        var pairs = logarithms.Sum(epoch => epoch.Length);
        if (pairs == 0)
            return null;
        var median = RoundsMedian.Compute(logarithms, errorRate);
        return (pairs < FewestPairs ? new Estimate(median.Value, double.NegativeInfinity, double.PositiveInfinity) : median).Exponentiate();
    }
}
