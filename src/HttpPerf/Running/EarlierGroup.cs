namespace HttpPerf.Running;

/// <summary>The cases of a group as an earlier build has them.</summary>
/// <param name="Cases">Those that both builds have.</param>
/// <param name="New">The cases of the group that the earlier build doesn't have.</param>
/// <param name="Gone">The cases of the class that only the earlier build has. Only the first group of a class lists them.</param>
internal sealed record EarlierGroup(IReadOnlyList<Benchmark> Cases, IReadOnlyList<CaseId> New, IReadOnlyList<CaseId> Gone)
{
    /// <summary>Whether both builds have the case.</summary>
    public bool Has(CaseId id) => Cases.Any(c => c.Id == id.Before());

    /// <exception cref="InvalidRunException">The class can't be read in the earlier build.</exception>
    public static EarlierGroup Find(EarlierBuild build, BenchmarkGroup group)
    {
        var earlier = build.CasesOf(group.Type);
        var names = Discovery.Discover(group.Type).SelectMany(g => g.Cases).Select(c => c.Id.Name).ToHashSet();
        var ids = group.Cases.Select(c => c.Id).ToList();
        return new(
            [.. ids.Where(id => earlier.ContainsKey(id.Name)).Select(id => build.ToBenchmark(earlier[id.Name]))],
            [.. ids.Where(id => !earlier.ContainsKey(id.Name))],
            [.. group.Number > 1 ? [] : earlier.Values.Select(c => c.Id).Where(id => !names.Contains(id.Name))]);
    }
}
