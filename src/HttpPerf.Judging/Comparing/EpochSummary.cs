using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>The median of an epoch's rounds, as logarithms, and how surely they tell it.</summary>
/// <param name="Median">The median.</param>
/// <param name="Variance">Of the median over other rounds of the same epoch.</param>
internal readonly record struct EpochSummary(double Median, double Variance)
{
    /// <summary>
    /// The number of rounds below the median has a standard deviation of half the root of their number. So of the quantiles that are so
    /// much of an inverse root away from one half, each is 1.5 standard errors from the median (R. M. Price and D. G. Bonett, Journal of
    /// Statistical Computation and Simulation 68, 2001).
    /// </summary>
    private const double Reach = 0.75;

    /// <param name="rounds">At least one.</param>
    public static EpochSummary Of(double[] rounds)
    {
        double[] sorted = [.. rounds];
        Array.Sort(sorted);
        var share = Reach / Math.Sqrt(sorted.Length);
        var error = (At(0.5 + share) - At(0.5 - share)) / (4 * Reach);
        return new(At(0.5), error * error);

        double At(double probability)
        {
            var position = Math.Clamp((probability * sorted.Length) - 0.5, 0, sorted.Length - 1);
            var (below, part) = ((int)position, position - Math.Floor(position));
            return part == 0 ? sorted[below] : sorted[below] + (part * (sorted[below + 1] - sorted[below]));
        }
    }

    /// <summary>The times of the epochs in which the case was timed.</summary>
    /// <param name="epochs">Nanoseconds, by epoch.</param>
    public static EpochSummary[] OfTimes(IEnumerable<double[]> epochs) =>
        [.. epochs.Select(rounds => Of(Array.ConvertAll(rounds, LogTime.Of)))];

    /// <summary>
    /// The ratios of two cases in the epochs in which both were timed. Both times of a round were taken at the same moment, so the state of
    /// the machine at that moment cancels out. Of cases that were measured alone, nothing is paired but epochs.
    /// </summary>
    /// <param name="samples">The case.</param>
    /// <param name="other">The one that it is divided by.</param>
    /// <param name="timesOf">Which times.</param>
    public static EpochSummary[] OfRatios(CaseSamples samples, CaseSamples other, Func<RoundSamples, double[]> timesOf)
    {
        var isPaired = !samples.MeasuredAlone;
        (samples, other) = samples.Shared(other);
        var (times, others) = (samples.Rounds.Select(timesOf), other.Rounds.Select(timesOf));
        return isPaired
            ? [.. times.Zip(others, (own, theirs) => Of([.. own.Zip(theirs, (t, o) => LogTime.Of(t) - LogTime.Of(o))]))]
            : [
                .. OfTimes(times).Zip(OfTimes(others)).Select(epoch =>
                    new EpochSummary(epoch.First.Median - epoch.Second.Median, epoch.First.Variance + epoch.Second.Variance)),
            ];
    }
}
