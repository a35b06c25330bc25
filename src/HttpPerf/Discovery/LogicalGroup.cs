using System.Collections.Immutable;
using BenchmarkDotNet.Running;

namespace HttpPerf.Discovery;

/// <summary>Cases that are measured together, because they share parameter values and therefore a baseline.</summary>
/// <param name="Type">The benchmark class; closed if it is generic.</param>
/// <param name="Parameters">The parameters that the cases share; empty if there are none.</param>
/// <param name="Cases">The cases, in the order of their methods.</param>
internal sealed record LogicalGroup(Type Type, string Parameters, IReadOnlyList<BenchmarkCase> Cases)
{
    /// <summary>At most one in the groups that are measured.</summary>
    public BenchmarkCase? Baseline => Cases.FirstOrDefault(c => c.Descriptor.Baseline);

    /// <summary>
    /// BenchmarkDotNet's logical groups, also split by parameters. BenchmarkDotNet itself does that only if there is a baseline.
    /// </summary>
    public static IReadOnlyList<LogicalGroup> Split(IReadOnlyCollection<BenchmarkCase> cases)
    {
        var all = cases.ToImmutableArray();
        return
        [
            .. all.GroupBy(c => (
                    c.Descriptor.Type,
                    Parameters: IBenchmarksOfTests.NameOf(c.Parameters)?.Group ?? CaseIds.Describe(c.Parameters),
                    Logical: c.Config.Orderer.GetLogicalGroupKey(all, c) ?? ""))
                .Select(group => new LogicalGroup(group.Key.Type, group.Key.Parameters, [.. group])),
        ];
    }
}
