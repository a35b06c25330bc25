using HttpPerf.Judging.Comparing;

namespace HttpPerf.Judging.Statistics;

/// <summary>A time, or the ratio of two, as the logarithm of its value and its standard error.</summary>
/// <param name="Theta">The logarithm.</param>
/// <param name="Variance">The square of its standard error.</param>
/// <param name="Degrees">The degrees of freedom of that.</param>
internal readonly record struct RatioModel(double Theta, double Variance, int Degrees)
{
    /// <summary>
    /// By which part of its logarithm a ratio of unlike methods varies between epochs besides: what slows one of them down leaves the other
    /// as it is.
    /// </summary>
    private const double OfUnlike = 0.05;

    public double Error => Math.Sqrt(Variance);

    /// <summary>The mean of the epochs' medians.</summary>
    /// <param name="epochs">At least one.</param>
    /// <param name="isRatio">Whether they are of ratios, not of times.</param>
    public static RatioModel Of(IReadOnlyList<EpochSummary> epochs, bool isRatio = true)
    {
        var theta = epochs.Average(e => e.Median);
        // A single epoch keeps whatever luck its connections and layout had.
        if (epochs.Count == 1)
            return new(theta, double.PositiveInfinity, EpochVariance.PriorDegrees);
        var unlike = isRatio ? OfUnlike * theta : 0;
        var variance = EpochVariance.Of(
            epochs.Average(e => e.Variance) + (unlike * unlike),
            epochs.Sum(e => (e.Median - theta) * (e.Median - theta)),
            epochs.Count);
        return new(theta, variance.Value / epochs.Count, variance.Degrees);
    }

    /// <summary>The mean of processes that have one sample each, e.g. of their start.</summary>
    /// <param name="logarithms">At least one.</param>
    public static RatioModel OfProcesses(IReadOnlyList<double> logarithms)
    {
        var (theta, degrees) = (logarithms.Average(), logarithms.Count - 1);
        return degrees == 0
            ? new(theta, double.PositiveInfinity, 1)
            : new(theta, logarithms.Sum(value => (value - theta) * (value - theta)) / degrees / logarithms.Count, degrees);
    }

    /// <summary>Pools several processes.</summary>
    /// <param name="processes">The ratio in each process; at least one.</param>
    /// <param name="spread">The known difference between processes; by default none is known.</param>
    /// <remarks>
    /// How much they differ is estimated from what is known and from what they measured, without what each of them left open, and each is
    /// weighted by both. Where they differ by more than that, only they count. One process says nothing of others, so what is known is
    /// added to what it left open.
    /// </remarks>
    public static RatioModel Across(IReadOnlyList<RatioModel> processes, Spread spread = default)
    {
        var known = spread.DegreesOfFreedom * spread.Deviation * spread.Deviation;
        if (processes is [var only])
            return spread.DegreesOfFreedom == 0 ? only : only with { Variance = only.Variance + (spread.Deviation * spread.Deviation) };

        var others = processes.Count - 1;
        var mean = processes.Average(p => p.Theta);
        var seen = (processes.Sum(p => (p.Theta - mean) * (p.Theta - mean)) / others) - processes.Average(p => p.Variance);
        var degrees = spread.DegreesOfFreedom + others;
        var between = (known + (others * Math.Max(0, seen))) / degrees;
        double[] weights = [.. processes.Select(p => 1 / Math.Max(between + p.Variance, double.Epsilon * 1e20))];
        var sum = weights.Sum();
        var theta = processes.Zip(weights, (p, weight) => weight * p.Theta).Sum() / sum;
        var (expected, found) = (1 / sum, processes.Zip(weights, (p, w) => w * (p.Theta - theta) * (p.Theta - theta)).Sum() / sum / others);
        return new(theta, Math.Max(expected, found), found <= EpochVariance.Contradiction * expected ? degrees : others);
    }

    /// <summary>The interval of the ratio.</summary>
    /// <param name="errorRate">How often it may miss the true one on either side.</param>
    public Estimate Interval(double errorRate)
    {
        var reach = Student.Quantile(1 - errorRate, Degrees) * Error;
        return new Estimate(Theta, Theta - reach, Theta + reach).Exponentiate();
    }

    /// <summary>Another figure divided by this one.</summary>
    /// <param name="dividend">The other figure.</param>
    public RatioModel DividedInto(double dividend) => this with { Theta = Math.Log(dividend) - Theta };

    /// <summary>How much processes differ, as assumed before any is measured.</summary>
    /// <param name="Deviation">The standard deviation of the logarithm.</param>
    /// <param name="DegreesOfFreedom">Like how many further processes it is weighted.</param>
    internal readonly record struct Spread(double Deviation, int DegreesOfFreedom);
}
