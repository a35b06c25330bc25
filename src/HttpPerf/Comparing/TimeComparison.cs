using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>One case's times, compared with its baseline's.</summary>
/// <param name="Measured">Every metric that is based on times alone. Without a baseline there are no ratios.</param>
/// <param name="QuietRounds">How many rounds the time ratio is based on; without a baseline, all.</param>
internal sealed record TimeComparison(IReadOnlyDictionary<Metric, Estimate> Measured, int QuietRounds)
{
    /// <param name="samples">The case.</param>
    /// <param name="baseline">Its baseline; null without one.</param>
    /// <param name="errorRate">How often each interval may miss the true value.</param>
    public static TimeComparison Compare(CaseSamples samples, CaseSamples? baseline, double errorRate)
    {
        var time = RoundsMedian.Compute(samples.Epochs, errorRate).AtLeastZero();
        var measured = new Dictionary<Metric, Estimate>
        {
            [Metric.MedianTime] = time,
            [Metric.RequestsPerSecond] = new(1e9 / time.Value, 1e9 / time.Upper, 1e9 / time.Lower),
        };
        if (baseline is null || baseline.Id == samples.Id)
            return new(measured, samples.Epochs.Sum(e => e.Length));

        var ratio = PairedRatio.Compute(samples, baseline, errorRate);
        measured[Metric.TimeRatio] = ratio.Ratio;
        if (OperationsTimedTogether(samples, baseline) == 1)
            measured[Metric.TimeRatioP95] = TailRatio.Compute(samples, baseline, errorRate);
        return new(measured, ratio.Rounds);
    }

    /// <summary>
    /// How many operations a sample is the mean of, here or at the baseline. A percentile of means says nothing of single operations.
    /// </summary>
    public static long OperationsTimedTogether(CaseSamples samples, CaseSamples? baseline) =>
        Math.Max(samples.OperationsPerBlock, baseline?.OperationsPerBlock ?? 1);
}
