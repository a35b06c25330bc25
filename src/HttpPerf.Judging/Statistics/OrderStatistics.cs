namespace HttpPerf.Judging.Statistics;

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
        double[] samples = [.. epochs.SelectMany(e => e)];
        var value = ValueAt(samples, quantile);
        var deviation = Math.Sqrt(samples.Length * quantile * (1 - quantile) * Dispersion(epochs, value, quantile));
        var reach = Normal.Quantile(1 - errorRate / 2) * deviation;

        // The interval's ends are the samples with these ranks, counted from 1 (Conover's r* and s*, rounded outward).
        var lower = (int)Math.Floor(samples.Length * quantile - reach);
        var upper = (int)Math.Ceiling(samples.Length * quantile + reach) + 1;
        return new Estimate(
            value,
            lower >= 1 ? Selection.At(samples, lower - 1) : double.NegativeInfinity,
            upper <= samples.Length ? Selection.At(samples, upper - 1) : double.PositiveInfinity);
    }

    /// <summary>The median of a few samples, with the interval that the binomial distribution gives exactly.</summary>
    /// <param name="samples">At least one.</param>
    /// <param name="errorRate">Above 0 and below 1: how often the interval may miss the true median.</param>
    /// <inheritdoc cref="Quantile" path="/returns"/>
    public static Estimate MedianOfFew(double[] samples, double errorRate)
    {
        double[] sorted = [.. samples.Order()];
        // How many samples lie below the median is binomial. So many at the most are as rarely below it as an end may be wrong.
        var (outside, chance) = (0, Math.Pow(0.5, sorted.Length));
        for (var term = chance; chance <= errorRate / 2 && outside <= sorted.Length; chance += term)
        {
            term *= (sorted.Length - outside) / (outside + 1.0);
            outside++;
        }

        return outside == 0
            ? new(Median(samples), double.NegativeInfinity, double.PositiveInfinity)
            : new(Median(samples), sorted[outside - 1], sorted[^outside]);
    }

    /// <param name="samples">At least one.</param>
    public static double Median(double[] samples) => ValueAt([.. samples], 0.5);

    /// <summary>The sample quantile; the mean of two samples if it lies between them.</summary>
    private static double ValueAt(double[] samples, double quantile)
    {
        var rank = samples.Length * quantile;
        var index = Math.Clamp((int)Math.Ceiling(rank) - 1, 0, samples.Length - 1);
        var value = Selection.At(samples, index);
        if (rank != Math.Floor(rank) || index == samples.Length - 1)
            return value;
        var next = Selection.At(samples, index + 1);
        return value == next ? value : (value + next) / 2;
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
            var (below, equal) = (0, 0);
            foreach (var x in epoch)
            {
                below += x < value ? 1 : 0;
                equal += x == value ? 1 : 0;
            }

            // A sample equal to the quantile is on neither side.
            var excess = below + (equal * quantile) - (epoch.Length * quantile);
            return excess * excess / (epoch.Length * quantile * (1 - quantile));
        });
        return Math.Max(1, statistic / ChiSquared.Quantile(0.25, filled.Count - 1));
    }
}
