using Perfolizer.Mathematics.Distributions.ContinuousDistributions;

namespace HttpPerf.Comparing;

/// <summary>
/// Quantiles with distribution-free confidence intervals. The number of samples below the true quantile is binomial for any distribution,
/// so two order statistics enclose the quantile with a known probability. Source: W. J. Conover, Practical Nonparametric Statistics, 3rd
/// ed. 1999, section 3.2; H. A. David and H. N. Nagaraja, Order Statistics, 3rd ed. 2003, section 7.1.
/// </summary>
internal static class OrderStatistics
{
    /// <param name="epochs">Samples by epoch. At least one sample in all; an epoch may be empty.</param>
    /// <param name="quantile">Above 0 and below 1; 0.5 is the median.</param>
    /// <param name="errorRate">Above 0 and below 1: how often the interval may miss the true quantile.</param>
    /// <returns>The sample quantile and its interval. An end is infinite if there are too few samples for the error rate.</returns>
    public static Estimate Quantile(IReadOnlyList<double[]> epochs, double quantile, double errorRate)
    {
        double[] sorted = [.. epochs.SelectMany(e => e)];
        Array.Sort(sorted);
        var value = ValueAt(sorted, quantile);
        var deviation = Math.Sqrt(sorted.Length * quantile * (1 - quantile) * Dispersion(epochs, value, quantile));
        var reach = NormalDistribution.Standard.Quantile(1 - errorRate / 2) * deviation;

        // The interval's ends are the samples with these ranks, counted from 1 (Conover's r* and s*, rounded outward).
        var lower = (int)Math.Floor(sorted.Length * quantile - reach);
        var upper = (int)Math.Ceiling(sorted.Length * quantile + reach) + 1;
        return new Estimate(
            value,
            lower >= 1 ? sorted[lower - 1] : double.NegativeInfinity,
            upper <= sorted.Length ? sorted[upper - 1] : double.PositiveInfinity);
    }

    /// <summary>The sample quantile; the mean of two samples if it lies between them.</summary>
    private static double ValueAt(double[] sorted, double quantile)
    {
        var rank = sorted.Length * quantile;
        var index = Math.Clamp((int)Math.Ceiling(rank) - 1, 0, sorted.Length - 1);
        var next = rank == Math.Floor(rank) ? Math.Min(index + 1, sorted.Length - 1) : index;
        return sorted[index] == sorted[next] ? sorted[index] : (sorted[index] + sorted[next]) / 2;
    }

    /// <summary>
    /// How much more the number of samples below the quantile varies between epochs than chance allows; at least 1. Samples of an epoch
    /// share connections, memory layout and moment, so they tell less than their number suggests. The estimate is Pearson's statistic
    /// divided by its degrees of freedom (P. McCullagh and J. A. Nelder, Generalized Linear Models, 2nd ed. 1989, section 4.5). A few
    /// epochs estimate it badly, so its upper 75 % confidence limit is used.
    /// </summary>
    private static double Dispersion(IReadOnlyList<double[]> epochs, double value, double quantile)
    {
        var filled = epochs.Where(e => e.Length > 0).ToList();
        if (filled.Count < 2)
            return 1;

        var statistic = filled.Sum(epoch =>
        {
            var below = 0.0;
            foreach (var x in epoch)
            {
                // A sample equal to the quantile is on neither side.
                below += x < value ? 1 : x == value ? quantile : 0;
            }

            var excess = below - (epoch.Length * quantile);
            return excess * excess / (epoch.Length * quantile * (1 - quantile));
        });
        return Math.Max(1, statistic / ChiSquared.Quantile(0.25, filled.Count - 1));
    }
}
