using Perfolizer.Mathematics.Distributions.ContinuousDistributions;

namespace HttpPerf.Comparing;

/// <summary>The mean of one figure per epoch, with Student's interval.</summary>
internal static class EpochMean
{
    /// <param name="figures">At least one.</param>
    /// <param name="errorRate">How often the interval may miss the true mean.</param>
    /// <returns>The mean. Its interval is unbounded with fewer than three epochs, unless all figures are equal.</returns>
    public static Estimate Compute(IReadOnlyList<double> figures, double errorRate)
    {
        var mean = figures.Average();
        if (figures.All(f => f == figures[0]))
            return Estimate.Exact(figures[0]);
        if (figures.Count < 3)
            return new(mean, double.NegativeInfinity, double.PositiveInfinity);

        var reach = Reach(figures, errorRate);
        return new(mean, mean - reach, mean + reach);
    }

    /// <summary>How far the interval reaches on each side of the mean of at least two figures.</summary>
    public static double Reach(IReadOnlyList<double> figures, double errorRate)
    {
        var mean = figures.Average();
        var deviation = Math.Sqrt(figures.Sum(f => (f - mean) * (f - mean)) / (figures.Count - 1) / figures.Count);
        return new StudentDistribution(figures.Count - 1).Quantile(1 - (errorRate / 2)) * deviation;
    }
}
