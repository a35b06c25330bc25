using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>The allocations of a case, compared with its baseline: in its own process, or in its server's.</summary>
/// <param name="Bytes">Bytes per operation.</param>
/// <param name="Ratio">Divided by the baseline's; null for the baseline itself and without one.</param>
/// <param name="Evidence">The samples behind the figures.</param>
internal sealed record AllocationComparison(Estimate Bytes, Estimate? Ratio, AllocationEvidence Evidence)
{
    /// <summary>Compares those cases of a group of which there are such samples.</summary>
    /// <param name="samples">The group.</param>
    /// <param name="select">Selects the samples of a case.</param>
    /// <param name="errorRate">The error rate of an interval, by the number of epochs in which its samples were taken.</param>
    public static IReadOnlyDictionary<CaseId, AllocationComparison> Compare(
        GroupSamples samples, Func<CaseSamples, AllocationSamples?> select, Func<int, double> errorRate) =>
        Compare(
            samples.Cases.Where(c => select(c) is not null).ToDictionary(c => c.Id, c => select(c)!),
            samples.Baseline is { } baseline && select(baseline) is not null ? baseline.Id : null,
            errorRate);

    /// <summary>By how many bytes per operation a case exceeds the same case in an earlier build.</summary>
    /// <param name="samples">The case.</param>
    /// <param name="other">The case in the earlier build, with samples of the same epochs.</param>
    /// <param name="errorRate">As for the comparison of a group.</param>
    public static Estimate EstimateGrowth(AllocationSamples samples, AllocationSamples other, Func<int, double> errorRate)
    {
        var (usual, usualOfOther) = (Usual(samples, errorRate), Usual(other, errorRate));
        (samples, other) = (samples.SharedWith(other), other.SharedWith(samples));
        var rate = errorRate(samples.BytesPerOperation.Count);
        return Allocation.EstimateDifference(samples, other, CompareExcess(samples, usual, other, usualOfOther, rate), rate);
    }

    /// <summary>
    /// Compares the cases of a group. The reference for what only some calls allocate is the baseline; that of the baseline is the case in
    /// which it is least.
    /// </summary>
    /// <param name="cases">The samples of each case, for the same epochs.</param>
    /// <param name="baseline">Null if there is none.</param>
    /// <param name="errorRate">The error rate of an interval, by the number of epochs in which its samples were taken.</param>
    public static IReadOnlyDictionary<CaseId, AllocationComparison> Compare(
        IReadOnlyDictionary<CaseId, AllocationSamples> cases, CaseId? baseline, Func<int, double> errorRate)
    {
        var usual = cases.ToDictionary(c => c.Key, c => Usual(c.Value, errorRate));
        var least = baseline is null
            ? null
            : cases.Keys.Where(id => id != baseline).MinBy(id => Above(id, cases[id].Counted()).Average(e => e.Average()));
        return cases.ToDictionary(c => c.Key, c => Compare(c.Key, c.Value));

        AllocationComparison Compare(CaseId id, AllocationSamples samples)
        {
            var reference = id == baseline ? least : baseline;
            var shared = reference is null ? samples.Counted() : samples.SharedWith(cases[reference]);
            var rate = errorRate(shared.BytesPerOperation.Count);
            var excess = AllocationExcess.Compute(
                shared, usual[id], reference is null ? null : Above(reference, cases[reference].SharedWith(samples)), rate);
            // A later look may have more epochs of this case only.
            var counted = samples.Counted();
            return new(
                Allocation.EstimateBytes(counted, excess, errorRate(Math.Max(1, counted.BytesPerOperation.Count))),
                baseline is null || id == baseline ? null : Ratio(id, samples, rate),
                new(
                    samples.BytesPerOperation.Sum(w => w.Length),
                    samples.OperationsPerWindow,
                    Allocation.Spread(samples),
                    excess,
                    AllocationExcess.FindRecurring(counted, usual[id])));
        }

        Estimate Ratio(CaseId id, AllocationSamples samples, double rate)
        {
            var (shared, divisor) = (samples.SharedWith(cases[baseline]), cases[baseline].SharedWith(samples));
            return Allocation.EstimateRatio(shared, divisor, CompareExcess(shared, usual[id], divisor, usual[baseline], rate), rate);
        }

        double[][] Above(CaseId id, AllocationSamples samples) => AllocationExcess.Above(samples, usual[id]);
    }

    private static double Usual(AllocationSamples samples, Func<int, double> errorRate) =>
        Allocation.EstimateUsual(samples.Counted(), errorRate(1)).Value;

    /// <summary>The excess of some calls of a case over that of some calls of another one.</summary>
    private static AllocationExcess CompareExcess(
        AllocationSamples samples, double usual, AllocationSamples other, double usualOfOther, double errorRate)
    {
        // Where both have figures like the other's usual one, it is chance which figure is usual. It must be the same for both then.
        if (Allocation.HaveSameFigures(samples, usual, other, usualOfOther))
            usual = usualOfOther = Math.Max(usual, usualOfOther);
        return AllocationExcess.Compute(samples, usual, AllocationExcess.Above(other, usualOfOther), errorRate);
    }
}

/// <summary>The samples behind a case's bytes.</summary>
/// <param name="Windows">The number of windows over which bytes were counted.</param>
/// <param name="OperationsPerWindow">The number of operations per window.</param>
/// <param name="Spread">
/// Half the distance between the 10th and the 90th percentile of the windows, relative to their median; 0 if they agree.
/// </param>
/// <param name="Excess">Bytes that some calls allocate beyond the amount of most.</param>
/// <param name="Recurring"><inheritdoc cref="AllocationExcess.FindRecurring" path="/returns"/></param>
internal readonly record struct AllocationEvidence(
    int Windows, long OperationsPerWindow, double Spread, AllocationExcess? Excess = null, double Recurring = 0)
{
    /// <summary>
    /// Widens what a limit must leave room for. Limits leave it for twice the distance from the value, so half of it is enough here.
    /// </summary>
    public Estimate Widen(Estimate bytes) => bytes with { Upper = Math.Max(bytes.Upper, (bytes.Value + Recurring) / 2) };
}
