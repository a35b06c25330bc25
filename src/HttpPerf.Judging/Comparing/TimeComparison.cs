using HttpPerf.Judging.Statistics;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>One case's times, compared with its baseline's.</summary>
/// <param name="Timed">Those that several processes can measure. Without a baseline there are no ratios.</param>
/// <param name="OfTails">Percentiles, and their ratios.</param>
internal sealed record TimeComparison(
    IReadOnlyDictionary<Metric, TimedFigure> Timed, IReadOnlyDictionary<Metric, Estimate> OfTails)
{
    /// <param name="samples">The case.</param>
    /// <param name="baseline">Its baseline; null without one.</param>
    /// <param name="before">The same case in an earlier build; null without one.</param>
    /// <param name="errors">How often intervals may miss the true value.</param>
    public static TimeComparison Compare(CaseSamples samples, CaseSamples? baseline, CaseSamples? before, ErrorRates errors)
    {
        var time = OfTime(samples.Times);
        var ofAllCallers = samples.Load is null ? time : OfTime(samples.TimePerOperation);
        var timed = new Dictionary<Metric, TimedFigure>
        {
            [Metric.MedianTime] = new([time], null),
            [Metric.RequestsPerSecond] = new([ofAllCallers.DividedInto(1e9)], null),
        };
        var tails = new Dictionary<Metric, Estimate>();
        if (samples.Load is not null)
        {
            tails[Metric.TimeP95] = Tail.P95.Time(samples, errors.Unconfirmed);
            tails[Metric.TimeP99] = Tail.P99.Time(samples, errors.Unconfirmed);
        }

        if (before is not null)
        {
            timed[Metric.AgainstTimeRatio] = Ratio(samples, before);
            CompareLoads(samples, before);
        }

        if (baseline is null || baseline.Id == samples.Id)
            return new(timed, tails);

        timed[Metric.TimeRatio] = Ratio(samples, baseline);
        if (OperationsTimedTogether(samples, baseline) == 1)
            tails[Metric.TimeRatioP95] = Tail.P95.Ratio(samples, baseline, errors.Unconfirmed);
        if (samples.Load is null)
            return new(timed, tails);

        if (samples.Load.Callers is not null && baseline.Load?.ArrivalRate is null)
            timed[Metric.ThroughputRatio] = Throughput(samples, baseline);
        if (baseline.Calls is not null)
            tails[Metric.TimeRatioP99] = Tail.P99.Ratio(samples, baseline, errors.Unconfirmed);
        return new(timed, tails);

        void CompareLoads(CaseSamples samples, CaseSamples before)
        {
            if (samples.Load is null || samples.Load != before.Load)
                return;
            if (samples.Load.Callers is not null)
                timed[Metric.AgainstThroughputRatio] = Throughput(samples, before);
            // No other process confirms percentiles, and two processes that have one build each differ by themselves.
            if (samples.MeasuredAlone || before.MeasuredAlone)
                return;
            tails[Metric.AgainstTimeRatioP95] = Tail.P95.Ratio(samples, before, errors.Unconfirmed);
            tails[Metric.AgainstTimeRatioP99] = Tail.P99.Ratio(samples, before, errors.Unconfirmed);
        }
    }

    /// <summary>
    /// How many operations a sample is the mean of, here or at the baseline. A percentile of means says nothing of single operations.
    /// </summary>
    public static long OperationsTimedTogether(CaseSamples samples, CaseSamples? baseline) =>
        new[] { samples, baseline }.Max(c => c?.Calls is null ? c?.OperationsPerBlock ?? 1 : 1);

    private static RatioModel OfTime(IEnumerable<double[]> epochs) => RatioModel.Of(EpochSummary.OfTimes(epochs), isRatio: false);

    /// <summary>A ratio of rates is a ratio of times, the other way round.</summary>
    private static TimedFigure Throughput(CaseSamples samples, CaseSamples other) =>
        Ratio(other, samples, rounds => rounds.TimePerOperation);

    private static TimedFigure Ratio(CaseSamples samples, CaseSamples other) => Ratio(samples, other, rounds => rounds.Times);

    private static TimedFigure Ratio(CaseSamples samples, CaseSamples other, Func<RoundSamples, double[]> timesOf) => new(
        [RatioModel.Of(EpochSummary.OfRatios(samples, other, timesOf))],
        Math.Exp(Math.Min(OfTime(samples.Rounds.Select(timesOf)).Theta, OfTime(other.Rounds.Select(timesOf)).Theta)));
}
