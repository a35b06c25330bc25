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
    public static GroupComparison Compare(GroupSamples samples, double errorRate)
    {
        var allocations = CompareAllocations(samples, c => c.Allocation, errorRate);
        var ofServer = CompareAllocations(samples, c => c.ServerAllocation, errorRate);
        return new(
            [
                .. samples.Cases.Select(c => Compare(c, samples.Baseline, allocations[c.Id], ofServer.GetValueOrDefault(c.Id), errorRate)
                    with { ServerObjection = samples.ServerObjection }),
            ],
            samples.Failures,
            // A tenth, so that at most one group in a thousand has an interval that wrongly rejects its times.
            AACheck.Evaluate(samples.AACheck, errorRate / 10));
    }

    public CaseComparison? Find(CaseId id) => Cases.FirstOrDefault(c => c.Case == id);

    private static IReadOnlyDictionary<CaseId, AllocationComparison> CompareAllocations(
        GroupSamples samples, Func<CaseSamples, AllocationSamples?> select, double errorRate) =>
        AllocationComparison.Compare(
            samples.Cases.Where(c => select(c) is not null).ToDictionary(c => c.Id, c => select(c)!), samples.Baseline?.Id, errorRate);

    private static CaseComparison Compare(
        CaseSamples samples, CaseSamples? baseline, AllocationComparison allocation, AllocationComparison? ofServer, double errorRate)
    {
        var time = OrderStatistics.Quantile(samples.Epochs, 0.5, errorRate);
        var measured = new Dictionary<Metric, Estimate>
        {
            [Metric.AllocatedBytes] = allocation.Bytes,
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
            (measured[Metric.TimeRatio], quietRounds) = PairedRatio.Compute(samples, baseline, errorRate);
            measured[Metric.TimeRatioP95] = TailRatio.Compute(samples, baseline, errorRate);
            measured[Metric.TimeRatioWithPauses] = Cost.TimeRatioWithPauses(samples, baseline, errorRate);
            measured[Metric.CpuRatio] = Cost.CpuRatio(samples, baseline, errorRate);
        }

        Add(Metric.AllocatedRatio, allocation.Ratio);
        Add(Metric.ServerAllocatedBytes, ofServer?.Bytes);
        Add(Metric.ServerAllocatedRatio, ofServer?.Ratio);
        Add(Metric.ServerCpuTime, Cost.ServerCpuTime(samples, errorRate));
        return new CaseComparison(samples.Id, measured, new Evidence(
            samples.Epochs.Count,
            rounds,
            quietRounds,
            samples.MeasuredStretches.Count(),
            samples.Gc.Operations,
            allocation.Evidence,
            ofServer?.Evidence))
        {
            Counts = samples.Counters.Count > 0 ? new Counts(samples.Counters, errorRate) : null,
        };

        Estimate Collections(Func<GcActivity, int> generation) => Cost.Collections(samples, generation, errorRate);

        void Add(Metric metric, Estimate? estimate)
        {
            if (estimate is not null)
                measured[metric] = estimate.Value;
        }
    }

    /// <summary>The estimate of a figure that can't be negative.</summary>
    public static Estimate AtLeastZero(Estimate e) => e with { Lower = Math.Max(0, e.Lower) };

    private static Estimate Inverse(Estimate e, double numerator) => new(numerator / e.Value, numerator / e.Upper, numerator / e.Lower);
}
