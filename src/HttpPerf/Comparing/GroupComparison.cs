using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>A group's figures. Pure: the same samples and error rate give the same figures.</summary>
/// <param name="Cases">The measured cases, each compared with the baseline.</param>
/// <param name="Failures">Why the other cases were not measured.</param>
/// <param name="AACheck">The result of the group's A/A check.</param>
internal sealed record GroupComparison(IReadOnlyList<CaseComparison> Cases, IReadOnlyList<CaseFailure> Failures, AACheck AACheck)
{
    /// <summary>Null if the group has no baseline, or the baseline was not measured.</summary>
    public CaseComparison? Baseline => Cases.FirstOrDefault(c => c.Case.IsBaseline);

    /// <param name="samples">What was measured.</param>
    /// <param name="errorRate">How often each single interval may miss the true value.</param>
    public static GroupComparison Compare(GroupSamples samples, double errorRate) => new(
        [.. samples.Cases.Select(c => Compare(c, samples.Baseline, errorRate))],
        samples.Failures,
        // A tenth, so that at most one group in a thousand has an interval that wrongly rejects its times.
        AACheck.Evaluate(samples.AACheck, errorRate / 10));

    public CaseComparison? Find(CaseId id) => Cases.FirstOrDefault(c => c.Case == id);

    private static CaseComparison Compare(CaseSamples samples, CaseSamples? baseline, double errorRate)
    {
        var gc = samples.Gc;
        var time = OrderStatistics.Quantile(samples.Epochs, 0.5, errorRate);
        var measured = new Dictionary<Metric, Estimate>
        {
            [Metric.AllocatedBytes] = Allocation.EstimateBytes(samples.Allocation, errorRate),
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
            measured[Metric.AllocatedRatio] = Allocation.EstimateRatio(samples.Allocation, baseline.Allocation, errorRate);
            (measured[Metric.TimeRatio], quietRounds) = PairedRatio.Compute(samples, baseline, errorRate);
            measured[Metric.TimeRatioP95] = TailRatio.Compute(samples, baseline, errorRate);
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
