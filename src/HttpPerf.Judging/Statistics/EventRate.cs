namespace HttpPerf.Judging.Statistics;

/// <summary>Events per operation, counted in several runs.</summary>
internal static class EventRate
{
    /// <summary>
    /// Exact if every run counts the same rate, and events that come at random would hardly ever do so. Otherwise the interval is that
    /// of a Poisson distribution whose variance is multiplied by the dispersion (P. McCullagh and J. A. Nelder, Generalized Linear Models,
    /// 2nd ed. 1989, section 6.2), and that has Student's quantile instead of the normal one.
    /// </summary>
    /// <param name="runs">At least one.</param>
    /// <param name="errorRate">How often the interval may miss the true rate.</param>
    public static Estimate Compute(IReadOnlyList<(double Events, long Operations)> runs, double errorRate)
    {
        // An up-down counter's decreases are no events, and sums of durations are no counts.
        if (runs.Any(s => s.Events < 0 || s.Events != Math.Round(s.Events)))
            return EpochMean.Compute([.. runs.Select(s => s.Events / s.Operations)], errorRate);

        var events = runs.Sum(s => s.Events);
        var operations = runs.Sum(s => s.Operations);
        var rate = events / operations;
        if (events == 0)
            return new(0, 0, PoissonInterval.Of(0, errorRate).Upper / operations);
        if (runs.All(s => s.Events / s.Operations == rate) && LogChanceToAgree(runs, rate) <= Math.Log(errorRate))
            return Estimate.Exact(rate);

        var squares = runs.Sum(s => Math.Pow(s.Events - (rate * s.Operations), 2) / (rate * s.Operations));
        var dispersion = EpochVariance.Of(shown: 1, squares, runs.Count);
        var (_, lower, upper) = PoissonInterval.Within(
            events / dispersion.Value, Student.Quantile(1 - (errorRate / 2), dispersion.Degrees));
        return new(rate, lower * dispersion.Value / operations, upper * dispersion.Value / operations);
    }

    /// <summary>
    /// The probability that events at random come at this rate in each run, as a logarithm: that of Poisson counts that equal their
    /// means, and if the rate is no whole number for each operation, given their sum (Stirling's formula).
    /// </summary>
    private static double LogChanceToAgree(IReadOnlyList<(double Events, long Operations)> runs, double rate)
    {
        var ofEach = runs.Sum(s => LogChance(s.Events));
        return rate == Math.Round(rate) ? ofEach : ofEach - LogChance(runs.Sum(s => s.Events));

        static double LogChance(double mean) => -Math.Log(2 * Math.PI * mean) / 2;
    }
}
