using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>
/// The median of the rounds' ratios. Both times of a pair were taken at the same moment, so the machine's state at that moment cancels out.
/// Ratios are compared as logarithms, so that a ratio and its inverse are equally far from equality.
/// </summary>
/// <param name="Ratio">The ratio and its interval.</param>
/// <param name="Rounds">How many rounds it is based on: all, or only the quietest ones on a busy machine.</param>
internal sealed record PairedRatio(Estimate Ratio, int Rounds)
{
    /// <summary>
    /// Next to two busy loops, most operations wait for a processor at some point. An eighth to a quarter of the pairs don't, and their
    /// ratios lie close together.
    /// </summary>
    private static readonly double[] QuietShares = [0.5, 0.25, 0.125];

    private readonly record struct Pair(double Difference, double Sum);

    /// <param name="samples">The case.</param>
    /// <param name="baseline">Its baseline, with the same number of epochs and rounds.</param>
    /// <param name="errorRate">How often the interval may miss the true ratio.</param>
    /// <remarks>
    /// A round is quiet if the sum of its pair is small among those of its epoch. Both sides contribute equally to the sum: among pairs of
    /// equal sums, either of two equal cases is the slower one equally often, so the choice favors neither. Each epoch contributes the same
    /// share of its rounds, because the rounds of a few fast epochs would say nothing of how epochs differ. Quiet rounds replace all rounds
    /// only if they give a narrower interval that overlaps that of all rounds, and their interval is extended to the median of all rounds:
    /// a slowdown of many operations, but not of the fastest, shows there. The error rate is split, half for all rounds and half for the
    /// quiet shares together, so that any of them may be chosen. Where each case was measured alone, nothing is paired but epochs.
    /// </remarks>
    public static PairedRatio Compute(CaseSamples samples, CaseSamples baseline, double errorRate)
    {
        if (samples.MeasuredAlone)
            return OfEpochs(samples, baseline, errorRate);

        (samples, baseline) = samples.Shared(baseline);
        List<Pair[]> epochs = [.. samples.Epochs.Zip(baseline.Epochs, Pairs)];
        var all = MedianOf(epochs, errorRate / 2);
        return QuietShares
            .Select(share => MedianOf(epochs.ConvertAll(epoch => Quietest(epoch, share)), errorRate / 2 / QuietShares.Length))
            .Where(quiet => quiet.Ratio.Upper >= all.Ratio.Lower && quiet.Ratio.Lower <= all.Ratio.Upper)
            .Select(quiet => quiet with { Ratio = Extend(quiet.Ratio, all.Ratio.Value) })
            .Prepend(all)
            .MinBy(median => median.Ratio.LogWidth)!;
    }

    /// <summary>
    /// The same, or the mean of what each epoch measured if Student's interval for it is narrower. Where a few epochs differ by more than
    /// their rounds do, however little that is, the median is bounded by outliers or by nothing.
    /// </summary>
    /// <param name="samples">As for <see cref="Compute"/>; likewise the others.</param>
    /// <param name="baseline">Its baseline.</param>
    /// <param name="errorRate">How often each of the two intervals may miss the true ratio.</param>
    public static PairedRatio ComputeNarrower(CaseSamples samples, CaseSamples baseline, double errorRate)
    {
        var (ofRounds, ofEpochs) = (Compute(samples, baseline, errorRate), OfEpochs(samples, baseline, errorRate));
        return ofEpochs.Ratio.LogWidth < ofRounds.Ratio.LogWidth ? ofEpochs : ofRounds;
    }

    private static PairedRatio OfEpochs(CaseSamples samples, CaseSamples baseline, double errorRate)
    {
        (samples, baseline) = samples.Shared(baseline);
        double[] logarithms =
        [
            .. samples.Epochs.Zip(baseline.Epochs)
                .Where(epoch => epoch.First.Length > 0)
                .Select(epoch => LogTime.Of(OrderStatistics.Median(epoch.First)) - LogTime.Of(OrderStatistics.Median(epoch.Second))),
        ];
        return new(EpochMean.Compute(logarithms, errorRate).Exponentiate(), samples.Epochs.Sum(epoch => epoch.Length));
    }

    private static Pair[] Quietest(Pair[] epoch, double share)
    {
        if (epoch.Length == 0)
            return epoch;
        var loudest = Selection.At(Array.ConvertAll(epoch, pair => pair.Sum), (int)Math.Ceiling(epoch.Length * share) - 1);
        return Array.FindAll(epoch, pair => pair.Sum <= loudest);
    }

    private static PairedRatio MedianOf(List<Pair[]> epochs, double errorRate)
    {
        var median = RoundsMedian.Compute(epochs.ConvertAll(epoch => Array.ConvertAll(epoch, pair => pair.Difference)), errorRate);
        return new(median.Exponentiate(), epochs.Sum(epoch => epoch.Length));
    }

    private static Estimate Extend(Estimate e, double to) => e with { Lower = Math.Min(e.Lower, to), Upper = Math.Max(e.Upper, to) };

    private static Pair[] Pairs(double[] times, double[] baselines) => [.. Enumerable.Range(0, times.Length).Select(round =>
    {
        var (time, baseline) = (LogTime.Of(times[round]), LogTime.Of(baselines[round]));
        return new Pair(time - baseline, time + baseline);
    })];
}
