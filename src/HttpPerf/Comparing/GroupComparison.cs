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
        [.. samples.Cases.Zip(Excesses(samples, errorRate), (c, excess) => Compare(c, samples.Baseline, excess, errorRate))],
        samples.Failures,
        // A tenth, so that at most one group in a thousand has an interval that wrongly rejects its times.
        AACheck.Evaluate(samples.AACheck, errorRate / 10));

    public CaseComparison? Find(CaseId id) => Cases.FirstOrDefault(c => c.Case == id);

    /// <summary>
    /// What some calls of each case allocate beyond what most do. The reference is the baseline; that of the baseline is the case with the
    /// least excess.
    /// </summary>
    private static IEnumerable<AllocationExcess> Excesses(GroupSamples samples, double errorRate)
    {
        var cases = samples.Cases
            .Select(c => (c.Id, c.Allocation, Usual: Allocation.EstimateUsual(c.Allocation, errorRate).Value))
            .ToList();
        var above = cases.ToDictionary(c => c.Id, c => AllocationExcess.Above(c.Allocation, c.Usual));
        var baseline = samples.Baseline?.Id;
        var least = above.Where(c => c.Key != baseline).Select(c => c.Value).MinBy(c => c.Average(e => e.Average()));
        return cases.Select(c => AllocationExcess.Compute(
            c.Allocation, c.Usual, baseline is null ? null : c.Id == baseline ? least : above[baseline], errorRate));
    }

    private static CaseComparison Compare(CaseSamples samples, CaseSamples? baseline, AllocationExcess excess, double errorRate)
    {
        var time = OrderStatistics.Quantile(samples.Epochs, 0.5, errorRate);
        var measured = new Dictionary<Metric, Estimate>
        {
            [Metric.AllocatedBytes] = Allocation.EstimateBytes(samples.Allocation, excess, errorRate),
            [Metric.MedianTime] = AtLeastZero(time),
            [Metric.RequestsPerSecond] = Inverse(AtLeastZero(time), 1e9),
            [Metric.Gen0Collections] = Collections(gc => gc.Gen0),
            [Metric.Gen1Collections] = Collections(gc => gc.Gen1),
            [Metric.Gen2Collections] = Collections(gc => gc.Gen2),
            [Metric.GcPause] = Cost.GcPause(samples, errorRate),
            [Metric.CpuTime] = Cost.CpuTime(samples, errorRate),
        };
        var rounds = samples.Epochs.Sum(e => e.Length);
        var quietRounds = rounds;
        if (baseline is not null && baseline != samples)
        {
            measured[Metric.AllocatedRatio] = Allocation.EstimateRatio(samples.Allocation, baseline.Allocation, excess, errorRate);
            (measured[Metric.TimeRatio], quietRounds) = PairedRatio.Compute(samples, baseline, errorRate);
            measured[Metric.TimeRatioP95] = TailRatio.Compute(samples, baseline, errorRate);
            measured[Metric.TimeRatioWithPauses] = Cost.TimeRatioWithPauses(samples, baseline, errorRate);
            measured[Metric.CpuRatio] = Cost.CpuRatio(samples, baseline, errorRate);
        }

        return new CaseComparison(samples.Id, measured, new Evidence(
            samples.Epochs.Count,
            rounds,
            quietRounds,
            measured[Metric.GcPause].Value,
            samples.Gc.Operations,
            samples.Allocation.BytesPerOperation.Sum(w => w.Length),
            samples.Allocation.OperationsPerWindow,
            Allocation.Spread(samples.Allocation),
            excess))
        {
            Counts = samples.Counters.Count > 0 ? new Counts(samples.Counters, errorRate) : null,
        };

        Estimate Collections(Func<GcActivity, int> generation) => Cost.Collections(samples, generation, errorRate);
    }

    /// <summary>The estimate of a figure that can't be negative.</summary>
    public static Estimate AtLeastZero(Estimate e) => e with { Lower = Math.Max(0, e.Lower) };

    private static Estimate Inverse(Estimate e, double numerator) => new(numerator / e.Value, numerator / e.Upper, numerator / e.Lower);
}
