using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>Turns the samples of a group into figures. Pure: the same samples and error rate give the same figures.</summary>
internal static class Comparison
{
    /// <param name="samples">What was measured.</param>
    /// <param name="errorRate">How often each single interval may miss the truth.</param>
    public static IReadOnlyList<CaseComparison> Of(GroupSamples samples, double errorRate)
    {
        var baseline = samples.Baseline;
        // A tenth, so that at most one group in a thousand has an interval that wrongly speaks against its times.
        var controls = Controls.Of(samples.Controls, errorRate / 10);
        return [.. samples.Cases.Select(c => Of(c, baseline, errorRate) with { Controls = controls })];
    }

    private static CaseComparison Of(CaseSamples samples, CaseSamples? baseline, double errorRate)
    {
        var gc = samples.Gc;
        var time = OrderStatistics.Quantile(samples.Epochs, 0.5, errorRate);
        var allocated = Allocation.Of(samples.Allocation, errorRate);
        var measured = new Dictionary<Metric, Estimate>
        {
            [Metric.AllocatedBytes] = allocated,
            [Metric.MedianTime] = AtLeastZero(time),
            [Metric.RequestsPerSecond] = Inverse(AtLeastZero(time), 1e9),
            [Metric.Gen0Collections] = Estimate.Exact(1000.0 * gc.Gen0 / gc.Operations),
            [Metric.Gen1Collections] = Estimate.Exact(1000.0 * gc.Gen1 / gc.Operations),
            [Metric.Gen2Collections] = Estimate.Exact(1000.0 * gc.Gen2 / gc.Operations),
        };
        var rounds = samples.Epochs.Sum(e => e.Length);
        var quietRounds = rounds;
        if (baseline is not null && baseline != samples)
        {
            measured[Metric.AllocatedRatio] = Allocation.Ratio(samples.Allocation, baseline.Allocation, errorRate);
            (measured[Metric.TimeRatio], quietRounds) = PairedRatio.Of(samples, baseline, errorRate);
            measured[Metric.TimeRatioP95] = TailRatio.Of(samples, baseline, errorRate);
        }

        return new CaseComparison(samples.Id, measured, new Evidence(
            samples.Epochs.Count,
            rounds,
            quietRounds,
            gc.PauseNanoseconds / gc.Operations,
            samples.Allocation.BytesPerOperation.Sum(w => w.Length),
            samples.Allocation.OperationsPerWindow,
            Allocation.Spread(samples.Allocation)))
        {
            Counts = samples.Counters is { } counters ? new Counts(counters) : null,
        };
    }

    private static Estimate AtLeastZero(Estimate e) => e with { Lower = Math.Max(0, e.Lower) };

    private static Estimate Inverse(Estimate e, double numerator) => new(numerator / e.Value, numerator / e.Upper, numerator / e.Lower);
}
