using HttpPerf.Running;
using Perfolizer.Mathematics.Distributions.ContinuousDistributions;

namespace HttpPerf.Comparing;

/// <summary>
/// The ratio of two cases' 95th percentiles. Each is smoothed: the mean of the times between the 92.5th and the 97.5th percentile (an
/// L-statistic: H. A. David and H. N. Nagaraja, Order Statistics, 3rd ed. 2003, chapter 11). Without smoothing, a delay of exactly one
/// operation in twenty would start right at the 95th percentile, and no number of samples could place it on either side.
/// </summary>
/// <remarks>
/// Slow operations come in bursts, which affect both cases of an epoch, but not every epoch. So the interval is based on how the ratio
/// changes when an epoch is left out: the jackknife over groups of samples (R. G. Miller, The jackknife – a review, Biometrika 61, 1974; B.
/// Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 11) with Student's distribution. It also reaches to the
/// median of the epochs' own ratios, so that a tail is surely above a limit only if it is above it in most epochs.
/// </remarks>
internal static class TailRatio
{
    private const double SlowestLeftOut = 0.025;
    private const double SlowestTaken = 0.075;

    /// <param name="samples">The case.</param>
    /// <param name="baseline">Its baseline, with the same number of epochs.</param>
    /// <param name="errorRate">How often the interval may miss the true ratio.</param>
    /// <returns>The ratio. Its interval is unbounded with fewer than three epochs.</returns>
    public static Estimate Compute(CaseSamples samples, CaseSamples baseline, double errorRate)
    {
        var (tail, baselineTail) = (new Tail(samples.Epochs), new Tail(baseline.Epochs));
        var ratio = Logarithm(tail, baselineTail, except: null);
        var epochs = Enumerable.Range(0, samples.Epochs.Count).Where(e => samples.Epochs[e].Length > 0).ToList();
        if (epochs.Count < 3)
            return new Estimate(ratio, double.NegativeInfinity, double.PositiveInfinity).Exponentiate();

        var without = epochs.ConvertAll(e => Logarithm(tail, baselineTail, except: e));
        var mean = without.Average();
        var deviation = Math.Sqrt(without.Sum(r => (r - mean) * (r - mean)) * (epochs.Count - 1) / epochs.Count);
        var reach = new StudentDistribution(epochs.Count - 1).Quantile(1 - errorRate / 2) * deviation;
        var own = epochs.ConvertAll(e => Logarithm(new Tail([samples.Epochs[e]]), new Tail([baseline.Epochs[e]]), except: null));
        own.Sort();
        return new Estimate(ratio, Math.Min(ratio - reach, own[(own.Count - 1) / 2]), Math.Max(ratio + reach, own[own.Count / 2]))
            .Exponentiate();
    }

    private static double Logarithm(Tail tail, Tail baseline, int? except) =>
        LogTime.Of(tail.MeanWithout(except)) - LogTime.Of(baseline.MeanWithout(except));

    /// <summary>The slowest samples with their epochs, slowest first. Sorted once for all epochs that are left out.</summary>
    private sealed class Tail
    {
        private readonly int[] _lengths;
        private readonly (double Time, int Epoch)[] _slowest;

        public Tail(IReadOnlyList<double[]> epochs)
        {
            _lengths = [.. epochs.Select(e => e.Length)];
            double[] times = [.. epochs.SelectMany(e => e)];

            // The epoch that is left out may hold the slowest samples of all.
            var needed = Math.Min(times.Length, _lengths.Max() + (int)Math.Ceiling(times.Length * SlowestTaken));
            var least = Selection.At(times, times.Length - needed);
            _slowest =
            [
                .. epochs
                    .SelectMany((times, epoch) => times.Where(time => time >= least).Select(time => (Time: time, Epoch: epoch)))
                    .OrderByDescending(sample => sample.Time),
            ];
        }

        /// <summary>The mean of the tail between the two ranks. A sample on an edge counts in proportion to its overlap.</summary>
        public double MeanWithout(int? epoch)
        {
            var count = _lengths.Sum() - (epoch is { } left ? _lengths[left] : 0);
            var (from, to) = (count * SlowestLeftOut, count * SlowestTaken);
            var (sum, rank) = (0.0, 0);
            foreach (var sample in _slowest)
            {
                if (sample.Epoch == epoch)
                    continue;
                if (rank >= to)
                    break;
                sum += sample.Time * Math.Max(0, Math.Min(rank + 1, to) - Math.Max(rank, from));
                rank++;
            }

            return sum / (to - from);
        }
    }
}
