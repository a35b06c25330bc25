using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>What came out where the truth is known, and so whether times here can be judged. Pure.</summary>
/// <param name="Twin">The time of a copy of the reference divided by the reference's, in truth 1; null where there was none.</param>
/// <param name="Doubled">The same of a copy that does its work twice, in truth 2.</param>
internal sealed record Controls(Estimate? Twin, Estimate? Doubled)
{
    /// <summary>
    /// Two instances of the same code are never quite equal, for where their memory lies: ratios of 0.995 were measured. What matters
    /// is what would break limits that people set.
    /// </summary>
    private const double Tolerance = 1.02;

    private const double LeastDoubling = 1.5;
    private const int FewestPairs = 8;

    public static Controls None { get; } = new(null, null);

    /// <summary>The copy surely differs from the reference, so that a case may differ from its baseline without a reason in its code.</summary>
    public bool ShowDifference => Twin is { Lower: > Tolerance } or { Upper: < 1 / Tolerance };

    /// <summary>Twice the work surely takes less than half as much again: what times show is something else than the work.</summary>
    public bool HideDoubling => Doubled is { Upper: < LeastDoubling };

    /// <summary>Twice the work may take no longer: the machine is too restless to tell. More rounds may help.</summary>
    public bool BlurDoubling => Doubled is { Lower: > 0 and <= 1 };

    /// <summary>There is a copy of the reference, of which nothing is known yet.</summary>
    public bool AreTooFew => Twin is { Upper: double.PositiveInfinity };

    /// <param name="samples">What was measured.</param>
    /// <param name="errorRate">How often each interval may miss the truth.</param>
    public static Controls Of(ControlSamples samples, double errorRate) =>
        new(RatioOf(samples.Twin, errorRate), RatioOf(samples.Doubled, errorRate));

    private static Estimate? RatioOf(IReadOnlyList<double[]> logarithms, double errorRate)
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
