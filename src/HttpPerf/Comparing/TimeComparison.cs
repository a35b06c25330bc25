using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>One case's times, compared with its baseline's.</summary>
/// <param name="Measured">Every metric that is based on times alone. Without a baseline there are no ratios.</param>
/// <param name="QuietRounds">How many rounds the time ratio is based on; without a baseline, all.</param>
internal sealed record TimeComparison(IReadOnlyDictionary<Metric, Estimate> Measured, int QuietRounds)
{
    /// <param name="samples">The case.</param>
    /// <param name="baseline">Its baseline; null without one.</param>
    /// <param name="errors">How often intervals may miss the true value.</param>
    public static TimeComparison Compare(CaseSamples samples, CaseSamples? baseline, ErrorRates errors) =>
        Compare(samples, baseline, errors.Times, errors.Unconfirmed);

    /// <param name="samples">The case.</param>
    /// <param name="baseline">Its baseline; null without one.</param>
    /// <param name="errorRate">How often each interval may miss the true value.</param>
    /// <param name="ofTails">The same of percentiles.</param>
    /// <param name="divide">Computes ratios; by default <see cref="PairedRatio.Compute"/>.</param>
    public static TimeComparison Compare(
        CaseSamples samples,
        CaseSamples? baseline,
        double errorRate,
        double ofTails,
        Func<CaseSamples, CaseSamples, double, PairedRatio>? divide = null)
    {
        divide ??= PairedRatio.Compute;
        var time = RoundsMedian.Compute(samples.Epochs, errorRate).AtLeastZero();
        var ofAllCallers = samples.Load is null ? time : RoundsMedian.Compute(samples.TimePerOperation, errorRate).AtLeastZero();
        var measured = new Dictionary<Metric, Estimate>
        {
            [Metric.MedianTime] = time,
            [Metric.RequestsPerSecond] = Divide(1e9, ofAllCallers),
        };
        if (samples.Load is not null)
        {
            measured[Metric.TimeP95] = Tail.P95.Time(samples, ofTails);
            measured[Metric.TimeP99] = Tail.P99.Time(samples, ofTails);
        }

        if (baseline is null || baseline.Id == samples.Id)
            return new(measured, samples.Epochs.Sum(e => e.Length));

        var ratio = divide(samples, baseline, errorRate);
        measured[Metric.TimeRatio] = ratio.Ratio;
        if (OperationsTimedTogether(samples, baseline) == 1)
            measured[Metric.TimeRatioP95] = Tail.P95.Ratio(samples, baseline, ofTails);
        if (samples.Load is null)
            return new(measured, ratio.Rounds);

        if (samples.Load.Model.Callers is not null && baseline.Load?.Model.ArrivalRate is null)
        {
            var ofTimes = divide(
                samples with { Epochs = samples.TimePerOperation }, baseline with { Epochs = baseline.TimePerOperation }, errorRate);
            measured[Metric.ThroughputRatio] = Divide(1, ofTimes.Ratio);
        }

        if (baseline.Calls is not null)
            measured[Metric.TimeRatioP99] = Tail.P99.Ratio(samples, baseline, ofTails);
        return new(measured, ratio.Rounds);
    }

    /// <summary>
    /// How many operations a sample is the mean of, here or at the baseline. A percentile of means says nothing of single operations.
    /// </summary>
    public static long OperationsTimedTogether(CaseSamples samples, CaseSamples? baseline) =>
        new[] { samples, baseline }.Max(c => c?.Calls is null ? c?.OperationsPerBlock ?? 1 : 1);

    private static Estimate Divide(double dividend, Estimate e) => new(dividend / e.Value, dividend / e.Upper, dividend / e.Lower);
}
