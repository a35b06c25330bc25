using HttpPerf.Discovery;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using HttpPerf.Workloads;

namespace HttpPerf.EarlierBuilds;

/// <summary>The cases of a group as an earlier build has them.</summary>
/// <param name="Build">The earlier build.</param>
/// <param name="Cases">Those that both builds have.</param>
/// <param name="New">The cases of the group that the earlier build doesn't have.</param>
/// <param name="Removed">The cases of the class that only the earlier build has. Only the first group of a class lists them.</param>
internal sealed record EarlierGroup(
    EarlierBuild Build, IReadOnlyList<Benchmark> Cases, IReadOnlyList<CaseId> New, IReadOnlyList<CaseId> Removed)
{
    /// <summary>Whether all that the tests load is the same in both builds.</summary>
    public bool IsIdentical { get; init; }

    /// <summary>
    /// Whether a process that has both builds can't show what they differ by, because they would share a library of which they have two
    /// versions.
    /// </summary>
    public bool IsApart => Build.OtherVersions.Any(library => library.IsOfBoth);

    /// <summary>The measurements of a process of the earlier build itself, as this group's cases of that build.</summary>
    public GroupSamples ToBefore(GroupSamples measured) => measured with
    {
        Cases = [],
        Before = [.. measured.Cases.Where(c => Find(c.Id) is not null).Select(c => c with { Id = Find(c.Id)! })],
        RoundTrips = [.. measured.RoundTrips.Where(c => Find(c.Id) is not null).Select(c => c with { Id = Find(c.Id)! })],
    };

    /// <summary>Values by case, for this group's cases of that build.</summary>
    public IEnumerable<KeyValuePair<CaseId, T>> ToBefore<T>(IEnumerable<KeyValuePair<CaseId, T>> byCase) =>
        from of in byCase
        let before = Find(of.Key)
        where before is not null
        select KeyValuePair.Create(before, of.Value);

    /// <summary>The build of a case, where both are in this process.</summary>
    /// <param name="id">The case.</param>
    /// <param name="benchmarks">Its class in today's build.</param>
    public BuildOfCase BuildOf(CaseId id, Type benchmarks)
    {
        var today = Path.GetDirectoryName(IBenchmarksOfTests.AssemblyOf(benchmarks).Location)!;
        return id.IsBefore
            ? new(Build.Folder, today, name => Build.Lacks(isEarlier: true, name), CaseComparison.OnlyToday)
            : new(today, Build.Folder, name => Build.Lacks(isEarlier: false, name), CaseComparison.OnlyEarlier);
    }

    /// <summary>Whether both builds have the case.</summary>
    public bool Has(CaseId id) => Cases.Any(c => c.Id == id.Before());

    /// <param name="id">Of a process of the earlier build, in which it is no earlier one.</param>
    private CaseId? Find(CaseId id) => Cases.Select(c => c.Id).FirstOrDefault(before => KeyOf(before) == KeyOf(id));

    /// <exception cref="InvalidRunException">The class can't be read in the earlier build.</exception>
    public static EarlierGroup Find(EarlierBuild build, BenchmarkGroup group)
    {
        var earlier = build.CasesOf(group.Type);
        var today = BenchmarkDiscovery.Discover(group.Type).SelectMany(g => g.Cases).Select(c => KeyOf(c.Id)).ToHashSet();
        var ids = group.Cases.Select(c => c.Id).ToList();
        return new(
            build,
            [.. ids.Where(id => earlier.ContainsKey(KeyOf(id))).Select(id => build.ToBenchmark(id, earlier[KeyOf(id)]))],
            [.. ids.Where(id => !earlier.ContainsKey(KeyOf(id)))],
            [.. group.Number > 1 ? [] : earlier.Values.Select(c => c.Id).Where(id => !today.Contains(KeyOf(id)))]);
    }

    /// <summary>
    /// How a class's name is shown depends on which other classes there are, so it may differ between builds. Files are today's.
    /// </summary>
    public static (string File, string Method, string Parameters) KeyOf(CaseId id) =>
        (id.IsRequest ? id.Class : "", id.Method, id.Parameters);
}
