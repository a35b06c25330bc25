using Perfolizer.Mathematics.Distributions.ContinuousDistributions;

namespace HttpPerf.Comparing;

/// <summary>
/// Quantiles with distribution-free confidence intervals: the number of samples below the true quantile is binomial
/// whatever the distribution, so two order statistics enclose it with a known probability.
/// Source: W. J. Conover, Practical Nonparametric Statistics, 3rd ed. 1999, section 3.2; H. A. David and H. N. Nagaraja,
/// Order Statistics, 3rd ed. 2003, section 7.1.
/// </summary>
internal static class OrderStatistics
{
    /// <param name="epochs">Samples by epoch. At least one sample in all; an epoch may be empty.</param>
    /// <param name="quantile">Above 0 and below 1; 0.5 is the median.</param>
    /// <param name="errorRate">Above 0 and below 1: how often the interval may miss the true quantile.</param>
    /// <returns>
    /// The sample quantile and the interval; an end is infinite where the samples are too few for the error rate.
    /// </returns>
    public static Estimate Quantile(IReadOnlyList<double[]> epochs, double quantile, double errorRate)
    {
        var sorted = epochs.SelectMany(e => e).Order().ToArray();
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

    /// <summary>The sample quantile, between two samples their mean.</summary>
    private static double ValueAt(double[] sorted, double quantile)
    {
        var rank = sorted.Length * quantile;
        var index = Math.Clamp((int)Math.Ceiling(rank) - 1, 0, sorted.Length - 1);
        var next = rank == Math.Floor(rank) ? Math.Min(index + 1, sorted.Length - 1) : index;
        return sorted[index] == sorted[next] ? sorted[index] : (sorted[index] + sorted[next]) / 2;
    }

    /// <summary>
    /// By how much the number of samples below the quantile varies more between epochs than chance lets it, at least 1: what
    /// an epoch's connections, memory layout and moment have in common makes its samples fewer than they seem. Pearson's
    /// statistic over its degrees of freedom estimates it (P. McCullagh and J. A. Nelder, Generalized Linear Models, 2nd ed. 1989,
    /// section 4.5); few epochs estimate it badly, so what is taken is its upper 75 % confidence limit.
    /// </summary>
    private static double Dispersion(IReadOnlyList<double[]> epochs, double value, double quantile)
    {
        var filled = epochs.Where(e => e.Length > 0).ToList();
        if (filled.Count < 2)
            return 1;

        var statistic = filled.Sum(epoch =>
        {
            // A sample equal to the quantile is on neither side.
            var below = epoch.Count(x => x < value) + epoch.Count(x => x == value) * quantile;
            var excess = below - epoch.Length * quantile;
            return excess * excess / (epoch.Length * quantile * (1 - quantile));
        });
        return Math.Max(1, statistic / ChiSquaredQuantile(0.25, filled.Count - 1));
    }

    /// <summary>
    /// E. B. Wilson and M. M. Hilferty, PNAS 17, 1931; off by less than 2 % for the quartiles at 3 degrees of freedom and more.
    /// </summary>
    private static double ChiSquaredQuantile(double probability, int degrees)
    {
        var spread = 2.0 / (9 * degrees);
        return degrees * Math.Pow(1 - spread + NormalDistribution.Standard.Quantile(probability) * Math.Sqrt(spread), 3);
    }
}
