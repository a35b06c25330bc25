namespace HttpPerf.Comparing;

/// <summary>Events per operation, counted in several stretches.</summary>
internal static class EventRate
{
    /// <summary>With fewer events in a stretch, stretches that differ less than chance allows do so by chance.</summary>
    private const int ManyEvents = 10;

    /// <summary>
    /// Exact if every stretch counts the same rate, other than 0, and a single stretch as many events for each operation. Otherwise the
    /// interval is that of a Poisson distribution, widened as much as the counts vary between stretches beyond chance, or narrowed if many
    /// events vary less (Pearson's statistic divided by a lower quantile: P. McCullagh and J. A. Nelder, Generalized Linear Models, 2nd
    /// ed. 1989, section 6.2).
    /// </summary>
    /// <param name="stretches">At least one.</param>
    /// <param name="errorRate">How often the interval may miss the true rate.</param>
    public static Estimate Compute(IReadOnlyList<(double Events, long Operations)> stretches, double errorRate)
    {
        var events = stretches.Sum(s => s.Events);
        var operations = stretches.Sum(s => s.Operations);
        var rate = events / operations;
        if (events != 0 && stretches.All(s => s.Events / s.Operations == rate) && (stretches.Count > 1 || rate == Math.Round(rate)))
            return Estimate.Exact(rate);
        // An up-down counter's decreases are no events, and sums of durations or sizes are no counts.
        if (stretches.Any(s => s.Events < 0 || s.Events != Math.Round(s.Events)))
            return EpochMean.Compute([.. stretches.Select(s => s.Events / s.Operations)], errorRate);

        var dispersion = Dispersion(stretches, rate);
        var (_, lower, upper) = PoissonInterval.Of(events / dispersion, errorRate);
        return new(rate, lower * dispersion / operations, upper * dispersion / operations);
    }

    private static double Dispersion(IReadOnlyList<(double Events, long Operations)> stretches, double rate)
    {
        if (stretches.Count < 2 || rate == 0)
            return 1;

        var statistic = stretches.Sum(s => Math.Pow(s.Events - (rate * s.Operations), 2) / (rate * s.Operations));
        var degrees = stretches.Count - 1;
        var isOverdispersed = statistic > ChiSquared.Quantile(0.99, degrees);
        if (isOverdispersed || stretches.Min(s => s.Events) < ManyEvents)
            return isOverdispersed ? statistic / ChiSquared.Quantile(0.25, degrees) : 1;
        // One event is as little as a count can change by.
        return Math.Clamp(statistic / ChiSquared.Quantile(0.05, degrees), 1 / stretches.Sum(s => s.Events), 1);
    }
}
