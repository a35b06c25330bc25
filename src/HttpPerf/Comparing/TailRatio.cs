using HttpPerf.Running;
using Perfolizer.Mathematics.Distributions.ContinuousDistributions;

namespace HttpPerf.Comparing;

/// <summary>
/// The ratio of two cases' 95th percentiles, each smoothed: the mean of the times between the 92.5th and the 97.5th percentile
/// (an L-statistic: H. A. David and H. N. Nagaraja, Order Statistics, 3rd ed. 2003, chapter 11). A delay of exactly one operation in
/// twenty begins at the 95th percentile itself, which no number of samples could place on either side.
/// </summary>
/// <remarks>
/// Slow operations come in bursts, which meet both cases of an epoch and not every epoch. So the interval rests on how the ratio changes
/// when an epoch is left out: the jackknife over groups of samples (R. G. Miller, The jackknife – a review, Biometrika 61, 1974; B. Efron
/// and R. J. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 11) with Student's distribution.
/// </remarks>
internal static class TailRatio
{
    private const double SlowestLeftOut = 0.025;
    private const double SlowestTaken = 0.075;

    /// <param name="samples">The case.</param>
    /// <param name="baseline">Its baseline, with as many epochs.</param>
    /// <param name="errorRate">How often the interval may miss the truth.</param>
    /// <returns>The ratio; unbounded from fewer than three epochs.</returns>
    public static Estimate Compute(CaseSamples samples, CaseSamples baseline, double errorRate)
    {
        var (tail, baselineTail) = (new Tail(samples.Epochs), new Tail(baseline.Epochs));
        var ratio = Logarithm(tail, baselineTail, except: null);
        var epochs = Enumerable.Range(0, samples.Epochs.Count).Where(e => samples.Epochs[e].Length > 0).ToList();
        if (epochs.Count < 3)
            return new Estimate(Math.Exp(ratio), 0, double.PositiveInfinity);

        var without = epochs.ConvertAll(e => Logarithm(tail, baselineTail, except: e));
        var mean = without.Average();
        var deviation = Math.Sqrt(without.Sum(r => (r - mean) * (r - mean)) * (epochs.Count - 1) / epochs.Count);
        var reach = new StudentDistribution(epochs.Count - 1).Quantile(1 - errorRate / 2) * deviation;
        return new Estimate(Math.Exp(ratio), Math.Exp(ratio - reach), Math.Exp(ratio + reach));
    }

    private static double Logarithm(Tail tail, Tail baseline, int? except) =>
        LogTime.Of(tail.MeanWithout(except)) - LogTime.Of(baseline.MeanWithout(except));

    /// <summary>All samples, the slowest first, each with its epoch: sorted once for all that is left out.</summary>
    private sealed class Tail
    {
        private readonly double[] _times;
        private readonly int[] _epochs;
        private readonly int[] _lengths;

        public Tail(IReadOnlyList<double[]> epochs)
        {
            _times = [.. epochs.SelectMany(e => e)];
            _epochs = [.. epochs.SelectMany((e, index) => Enumerable.Repeat(index, e.Length))];
            _lengths = [.. epochs.Select(e => e.Length)];
            Array.Sort(_times, _epochs, Comparer<double>.Create((a, b) => b.CompareTo(a)));
        }

        /// <summary>The mean over the part of the tail that is taken; a sample on its edge counts as far as it lies within.</summary>
        public double MeanWithout(int? epoch)
        {
            var count = _times.Length - (epoch is { } left ? _lengths[left] : 0);
            var (from, to) = (count * SlowestLeftOut, count * SlowestTaken);
            var sum = 0.0;
            for (int i = 0, rank = 0; rank < to; i++)
            {
                if (_epochs[i] == epoch)
                    continue;
                sum += _times[i] * Math.Max(0, Math.Min(rank + 1, to) - Math.Max(rank, from));
                rank++;
            }

            return sum / (to - from);
        }
    }
}
