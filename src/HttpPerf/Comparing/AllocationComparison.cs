using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>What a case allocates, compared with its baseline: in its own process, or in its server's.</summary>
/// <param name="Bytes">Bytes per operation.</param>
/// <param name="Ratio">Divided by the baseline's; null for the baseline itself and without one.</param>
/// <param name="Evidence">The samples behind the figures.</param>
internal sealed record AllocationComparison(Estimate Bytes, Estimate? Ratio, AllocationEvidence Evidence)
{
    /// <summary>
    /// Compares the cases of a group. The reference for what only some calls allocate is the baseline; that of the baseline is the case in
    /// which it is least.
    /// </summary>
    /// <param name="cases">The samples of each case, for the same epochs.</param>
    /// <param name="baseline">Null if there is none.</param>
    /// <param name="errorRate">How often each single interval may miss the true value.</param>
    public static IReadOnlyDictionary<CaseId, AllocationComparison> Compare(
        IReadOnlyDictionary<CaseId, AllocationSamples> cases, CaseId? baseline, double errorRate)
    {
        var usual = cases.ToDictionary(c => c.Key, c => Allocation.EstimateUsual(c.Value, errorRate).Value);
        var above = cases.ToDictionary(c => c.Key, c => AllocationExcess.Above(c.Value, usual[c.Key]));
        var least = above.Where(c => c.Key != baseline).Select(c => c.Value).MinBy(c => c.Average(e => e.Average()));
        return cases.ToDictionary(c => c.Key, c => Compare(c.Key, c.Value));

        AllocationComparison Compare(CaseId id, AllocationSamples samples)
        {
            var reference = baseline is null ? null : id == baseline ? least : above[baseline];
            var excess = AllocationExcess.Compute(samples, usual[id], reference, errorRate);
            return new(
                Allocation.EstimateBytes(samples, excess, errorRate),
                baseline is null || id == baseline ? null : Allocation.EstimateRatio(samples, cases[baseline], excess, errorRate),
                new(
                    samples.BytesPerOperation.Sum(w => w.Length),
                    samples.OperationsPerWindow,
                    Allocation.Spread(samples),
                    excess));
        }
    }
}

/// <summary>The samples behind a case's bytes.</summary>
/// <param name="Windows">The number of windows over which bytes were counted.</param>
/// <param name="OperationsPerWindow">The number of operations per window.</param>
/// <param name="Spread">
/// Half the distance between the 10th and the 90th percentile of the windows, relative to their median; 0 if they agree.
/// </param>
/// <param name="Excess">What some calls allocate beyond what most do.</param>
internal readonly record struct AllocationEvidence(int Windows, long OperationsPerWindow, double Spread, AllocationExcess? Excess = null);
