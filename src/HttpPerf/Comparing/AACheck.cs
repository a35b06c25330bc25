using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>The result of a group's A/A check, whose true ratios are known, and so whether times can be judged. Pure.</summary>
/// <param name="Copy">
/// The time of a second instance of the reference divided by the reference's, in truth 1; null where there was none.
/// </param>
/// <param name="DoubledCopy">The same of a second instance that does its work twice, in truth 2.</param>
internal sealed record AACheck(Estimate? Copy, Estimate? DoubledCopy)
{
    /// <summary>
    /// Two instances of the same code are never quite equal, because their memory lies elsewhere: ratios of 0.995 were measured. What
    /// matters is what would break limits that people set.
    /// </summary>
    private const double Tolerance = 1.02;

    private const double LeastDoubling = 1.5;
    private const int FewestPairs = 8;

    public static AACheck None { get; } = new(null, null);

    /// <summary>Whether times can't be judged, whatever the cases took.</summary>
    public bool HasFailed => ShowsDifference || HidesDoubling;

    /// <summary>
    /// The second instance surely differs from the reference, so a case may differ from its baseline without a reason in its code.
    /// </summary>
    public bool ShowsDifference => Copy is { Lower: > Tolerance } or { Upper: < 1 / Tolerance };

    /// <summary>Twice the work surely takes less than half as much again: times show something else than the work.</summary>
    public bool HidesDoubling => DoubledCopy is { Upper: < LeastDoubling };

    /// <summary>Twice the work may take no longer: times vary too much here. More rounds may help.</summary>
    public bool BlursDoubling => DoubledCopy is { Lower: > 0 and <= 1 };

    /// <summary>There is a second instance, but it was measured too seldom to bound its ratio.</summary>
    public bool IsTooShort => Copy is { Upper: double.PositiveInfinity };

    /// <param name="samples">What was measured.</param>
    /// <param name="errorRate">How often each interval may miss the truth.</param>
    public static AACheck Evaluate(AASamples samples, double errorRate) =>
        new(EstimateRatio(samples.Copy, errorRate), EstimateRatio(samples.DoubledCopy, errorRate));

    private static Estimate? EstimateRatio(IReadOnlyList<double[]> logarithms, double errorRate)
    {
        var pairs = logarithms.Sum(epoch => epoch.Length);
        if (pairs == 0)
            return null;
        var (value, lower, upper) = OrderStatistics.Quantile(logarithms, 0.5, errorRate);
        return pairs < FewestPairs
            ? new Estimate(Math.Exp(value), 0, double.PositiveInfinity)
            : new Estimate(Math.Exp(value), Math.Exp(lower), Math.Exp(upper));
    }
}
