using HttpPerf.Judging.Statistics;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>
/// A smoothed percentile of the times of single calls: the mean of those around it (an L-statistic: H. A. David and H. N. Nagaraja, Order
/// Statistics, 3rd ed. 2003, chapter 11). Without smoothing, a delay of exactly one operation in twenty would start right at the 95th
/// percentile, and no number of samples could place it on either side.
/// </summary>
/// <param name="LeftOut">Which share of the calls is slower than all that count.</param>
/// <param name="Taken">Which share is slower than the others.</param>
internal sealed record Tail(double LeftOut, double Taken)
{
    public static Tail P95 { get; } = new(0.025, 0.075);

    public static Tail P99 { get; } = new(0.005, 0.015);

    /// <summary>In nanoseconds.</summary>
    public Estimate Time(CaseSamples samples, double errorRate)
    {
        var tail = new SlowestCalls(samples.Calls!, this);
        return Estimate([.. tail.Epochs], tail.LogarithmWithout, tail.LogarithmOf, errorRate);
    }

    /// <summary>The ratio of two cases' percentiles.</summary>
    /// <param name="samples">The case.</param>
    /// <param name="baseline">Its baseline, with the same number of epochs.</param>
    /// <param name="errorRate">How often the interval may miss the true ratio.</param>
    public Estimate Ratio(CaseSamples samples, CaseSamples baseline, double errorRate)
    {
        (samples, baseline) = samples.Shared(baseline);
        var (tail, baselineTail) = (new SlowestCalls(samples.Calls!, this), new SlowestCalls(baseline.Calls!, this));
        return Estimate(
            [.. tail.Epochs],
            epoch => tail.LogarithmWithout(epoch) - baselineTail.LogarithmWithout(epoch),
            epoch => tail.LogarithmOf(epoch) - baselineTail.LogarithmOf(epoch),
            errorRate);
    }

    /// <returns>The figure. Its interval is unbounded with fewer than three epochs.</returns>
    /// <remarks>
    /// Slow operations come in bursts, which affect both cases of an epoch, but not every epoch. So the interval is based on how the figure
    /// changes when an epoch is left out: the jackknife over groups of samples (R. G. Miller, The jackknife – a review, Biometrika 61,
    /// 1974; B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 11) with Student's distribution. It also
    /// reaches to the median of the epochs' own figures, so that a tail is surely above a limit only if it is above it in most epochs.
    /// </remarks>
    private static Estimate Estimate(List<int> epochs, Func<int?, double> without, Func<int, double> only, double errorRate)
    {
        var logarithm = without(null);
        if (epochs.Count < 3)
            return new Estimate(logarithm, double.NegativeInfinity, double.PositiveInfinity).Exponentiate();

        var left = epochs.ConvertAll(epoch => without(epoch));
        var mean = left.Average();
        var deviation = Math.Sqrt(left.Sum(l => (l - mean) * (l - mean)) * (epochs.Count - 1) / epochs.Count);
        var reach = Student.Quantile(1 - errorRate / 2, epochs.Count - 1) * deviation;
        var own = epochs.ConvertAll(epoch => only(epoch));
        own.Sort();
        return new Estimate(
                logarithm,
                Math.Min(logarithm - reach, own[(own.Count - 1) / 2]),
                Math.Max(logarithm + reach, own[own.Count / 2]))
            .Exponentiate();
    }
}
