namespace HttpPerf.Judging.Statistics;

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

    /// <summary>How far the interval reaches on each side of the mean.</summary>
    /// <param name="figures">At least two.</param>
    /// <param name="errorRate">How often the interval may miss the true mean.</param>
    public static double Reach(IReadOnlyList<double> figures, double errorRate)
    {
        var (mean, degrees) = (figures.Average(), figures.Count - 1);
        var variance = figures.Sum(f => (f - mean) * (f - mean)) / degrees;
        return Student.Quantile(1 - (errorRate / 2), degrees) * Math.Sqrt(variance / figures.Count);
    }
}
