using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>By how many bytes per operation a case exceeds the same case in an earlier build.</summary>
/// <param name="Estimate">The growth.</param>
/// <param name="Shared">The amounts that it was computed from; null if no two of them represent the others.</param>
/// <param name="Processes">The growth in each process.</param>
internal sealed record BytesGrowth(Estimate Estimate, SharedAmount? Shared, IReadOnlyList<double> Processes)
{
    /// <summary>
    /// Exact if all processes agree to the byte. Otherwise it has grown if it has in each of them. If they contradict each other, or leave
    /// it open, it has grown by as much as all amounts have, if that can be told.
    /// </summary>
    /// <param name="processes">The counts of each process, in the same epochs for both builds.</param>
    /// <param name="errorRate">How often the interval of a process may miss its true growth.</param>
    public static BytesGrowth Of(IReadOnlyList<(AllocationSamples Now, AllocationSamples Before)> processes, double errorRate)
    {
        List<Estimate> all = [.. processes.Select(p => AllocationComparison.EstimateGrowth(p.Now, p.Before, _ => errorRate))];
        List<AllocationSamples> now = [.. processes.Select(p => p.Now.SharedWith(p.Before))];
        List<AllocationSamples> before = [.. processes.Select(p => p.Before.SharedWith(p.Now))];
        var growth = new Estimate(
            all.ConvertAll(e => e.Value).Order().ElementAt(all.Count / 2), all.Min(e => e.Lower), all.Max(e => e.Upper));
        var shared = Amounts.FindShared(now, before) is { } found && growth.Contains(found.Growth) ? found : (SharedAmount?)null;
        return new(
            shared is null || growth.Lower == growth.Upper ? growth : OfShared(shared.Value, Pool(now), Pool(before), errorRate),
            shared,
            all.ConvertAll(e => e.Value));
    }

    /// <summary>The growth in those processes that have counted a case's bytes in both builds; null if none has.</summary>
    /// <param name="processes">The samples of each process.</param>
    /// <param name="id">The case of today's build.</param>
    /// <param name="metric">Whether it is of the client's bytes or of the server's.</param>
    /// <param name="errorRate">As above.</param>
    public static BytesGrowth? Of(IReadOnlyList<GroupSamples> processes, CaseId id, Metric metric, double errorRate)
    {
        var counted = processes
            .Select(p => (Now: Bytes(p.Cases.FirstOrDefault(c => c.Id == id)), Before: Bytes(p.BeforeOf(id))))
            .Where(p => p is { Now: not null, Before: not null })
            .Select(p => (p.Now!, p.Before!))
            // A process may have counted a case in epochs of which none was counted in the other build.
            .Where(p => p.Item1.SharedWith(p.Item2).BytesPerOperation.Count > 0)
            .ToList();
        return counted.Count == 0 ? null : Of(counted, errorRate);

        AllocationSamples? Bytes(CaseSamples? samples) => metric.IsOfServer ? samples?.ServerAllocation : samples?.Allocation;
    }

    /// <summary>The growth of all amounts, and of the excess that only some calls have.</summary>
    private static Estimate OfShared(SharedAmount shared, AllocationSamples now, AllocationSamples before, double errorRate)
    {
        var excess = AllocationExcess.Compute(now, shared.MostNow, AllocationExcess.Above(before, shared.MostBefore), errorRate);
        var (value, lower, upper) = excess.PerOperation;
        return new(shared.Growth + value, shared.Growth + lower, shared.Growth + upper);
    }

    private static AllocationSamples Pool(List<AllocationSamples> processes) =>
        processes[0] with { BytesPerOperation = [.. processes.SelectMany(p => p.BytesPerOperation)] };
}
