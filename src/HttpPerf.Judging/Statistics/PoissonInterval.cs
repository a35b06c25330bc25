namespace HttpPerf.Judging.Statistics;

/// <summary>
/// The interval of the expected number of events when some were counted. Byar's approximation: N. E. Breslow and N. E. Day, Statistical
/// Methods in Cancer Research, vol. II, 1987, section 2.3; within 1 % of the exact limits from 10 events on, and wider below.
/// </summary>
internal static class PoissonInterval
{
    /// <param name="events">How many events were counted; 0 or more.</param>
    /// <param name="errorRate">How often the interval may miss the expected number. A count of 0 has an upper end only.</param>
    public static Estimate Of(double events, double errorRate) => Within(events, Normal.Quantile(1 - (errorRate / 2)));

    /// <param name="events">How many events were counted; 0 or more.</param>
    /// <param name="deviations">How many standard deviations each end is away.</param>
    public static Estimate Within(double events, double deviations) =>
        new(events, events > 0 ? End(events, -deviations) : 0, End(events + 1, deviations));

    private static double End(double n, double z) => n * Math.Pow(Math.Max(0, 1 - (1 / (9 * n)) + (z / (3 * Math.Sqrt(n)))), 3);
}
