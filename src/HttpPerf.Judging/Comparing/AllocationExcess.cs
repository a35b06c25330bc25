using HttpPerf.Judging.Statistics;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>
/// Bytes that some calls allocate beyond the usual figure, e.g. a retry or a buffer that is rebuilt. Background threads of the process add
/// to windows too, but to all cases alike, so only what exceeds the excess of a reference case in the same epochs counts.
/// </summary>
/// <param name="PerOperation">
/// Bytes per operation, averaged over all calls; 0 if there is no excess. If it can't be told from none yet, only the upper end is above 0.
/// </param>
/// <param name="Windows">The number of windows above the usual figure; 0 if there is no excess.</param>
/// <param name="Most">The largest figure of a window, in bytes per operation.</param>
/// <remarks>
/// The interval is that of a mean: normal for the choice of windows, Student's for that of epochs, whichever is wider. How responses
/// arrive differs between epochs, so a small excess in few of them may be chance. It changes the bytes by a few percent at most: a larger
/// excess counts even if few epochs have it, and its lower end is that of the number of windows.
/// </remarks>
internal sealed record AllocationExcess(Estimate PerOperation, int Windows, double Most)
{
    /// <summary>The share of the usual figure above which an excess isn't due to how responses arrive.</summary>
    private const double Large = 0.05;

    /// <summary>
    /// The share of the usual figure below which an excess that may be chance is ignored: half of the room that limits leave, so that a few
    /// windows with unrelated work don't keep a limit undecided.
    /// </summary>
    private const double Negligible = 0.005;

    /// <summary>One or two large windows may be chance, e.g. a shared buffer that had been given back.</summary>
    private const double MinLarge = 3;

    /// <summary>How far above the usual figure a limit may leave room for the excess of some calls.</summary>
    private const double MostRoom = 1.25;

    public static AllocationExcess None { get; } = new(Estimate.Exact(0), 0, 0);

    /// <param name="samples">The case.</param>
    /// <param name="usual">The allocations of most of its calls.</param>
    /// <param name="reference">
    /// The excess over its own usual figure of a case in the same epochs, one array per epoch; null for none.
    /// </param>
    /// <param name="errorRate">How often the interval may miss the true mean.</param>
    public static AllocationExcess Compute(
        AllocationSamples samples, double usual, IReadOnlyList<double[]>? reference, double errorRate)
    {
        var excess = Above(samples, usual);
        var largest = excess.Max(e => e.Max());
        var mean = MeanDifference.Of(excess, reference);
        var windows = excess.Sum(e => e.Count(bytes => bytes > 0));
        var reach = mean.ReachOfWindows(errorRate);
        var lower = mean.Value - Math.Max(reach, mean.ReachOfEpochs(errorRate));
        var events = EffectiveCount(excess);
        if (mean.Value > usual * Large && events >= MinLarge)
            lower = Math.Max(
                lower, (mean.Value * PoissonInterval.Of(events, errorRate).Lower / events) - mean.ReachOfSubtrahend(errorRate));

        // A single window above the others is no finding.
        var withoutLargest = mean.Value - (excess.Max(e => e.Max() / e.Length) / excess.Length);
        if (lower <= 0 && withoutLargest <= Math.Max(1, usual * Negligible))
            return None;

        var upper = mean.Value + Math.Max(reach, mean.ReachOfEpochs(errorRate));
        return new(lower > 0 ? new Estimate(mean.Value, lower, upper) : new Estimate(0, 0, upper), windows, usual + largest);
    }

    /// <summary>
    /// Finds a larger amount that some calls allocate. How many do can differ between runs, e.g. by the size of pooled buffers, so that few
    /// of one run may be many of the next.
    /// </summary>
    /// <param name="samples">The case.</param>
    /// <param name="usual">The allocations of most of its calls.</param>
    /// <returns>The largest figure up to a quarter above the usual one that two windows share to the byte; 0 for none.</returns>
    public static double FindRecurring(AllocationSamples samples, double usual) => samples.BytesPerOperation
        .SelectMany(windows => windows)
        .Where(bytes => bytes > usual && bytes <= usual * MostRoom)
        .CountBy(bytes => bytes)
        .Where(figure => figure.Value > 1)
        .Select(figure => figure.Key)
        .DefaultIfEmpty()
        .Max();

    /// <summary>
    /// How many windows of equal size are as certain as these (L. Kish, Survey Sampling, 1965, section 8.2): one large window among many
    /// small ones counts little more than itself.
    /// </summary>
    private static double EffectiveCount(double[][] excess)
    {
        var squares = excess.Sum(e => e.Sum(bytes => bytes * bytes));
        return squares > 0 ? Math.Pow(excess.Sum(e => e.Sum()), 2) / squares : 0;
    }

    /// <summary>By how much the mean of all calls may lie below the usual figure.</summary>
    public static double Shortfall(AllocationSamples samples, double usual, double errorRate)
    {
        var mean = MeanDifference.Of([.. samples.BytesPerOperation.Select(e => Array.ConvertAll(e, b => Math.Max(0, usual - b)))], null);
        return mean.Value + Math.Max(mean.ReachOfWindows(errorRate), mean.ReachOfEpochs(errorRate));
    }

    public static double[][] Above(AllocationSamples samples, double usual) =>
        [.. samples.BytesPerOperation.Select(e => Array.ConvertAll(e, bytes => Math.Max(0, bytes - usual)))];

    /// <summary>The mean over epochs of the difference of two means within each, with its standard errors.</summary>
    private readonly record struct MeanDifference(double[] OfEpochs, double WindowError, double SubtrahendError)
    {
        public double Value => OfEpochs.Average();

        public static MeanDifference Of(double[][] epochs, IReadOnlyList<double[]>? subtrahends)
        {
            var count = epochs.Length;
            double[] differences = [.. epochs.Select((e, i) => e.Average() - (subtrahends?[i].Average() ?? 0))];
            var variance = epochs.Sum(e => Variance(e) / e.Length);
            var ofSubtrahends = (subtrahends ?? []).Sum(e => Variance(e) / e.Length);
            return new(differences, Math.Sqrt(variance + ofSubtrahends) / count, Math.Sqrt(ofSubtrahends) / count);
        }

        public double ReachOfWindows(double errorRate) => Normal.Quantile(1 - (errorRate / 2)) * WindowError;

        public double ReachOfSubtrahend(double errorRate) => Normal.Quantile(1 - (errorRate / 2)) * SubtrahendError;

        public double ReachOfEpochs(double errorRate) => OfEpochs.Length < 2 ? 0 : EpochMean.Reach(OfEpochs, errorRate);

        private static double Variance(double[] values)
        {
            var mean = values.Average();
            return values.Length < 2 ? 0 : values.Sum(x => (x - mean) * (x - mean)) / (values.Length - 1);
        }
    }
}
