using BenchmarkDotNet.Parameters;
using BenchmarkDotNet.Running;
using HttpPerf.Workloads;

namespace HttpPerf.Discovery;

/// <summary>
/// Creates the IDs of BenchmarkDotNet's cases. BenchmarkDotNet's own display names depend on the machine's culture and are truncated to a
/// column's width, so that two cases can share one. Neither is acceptable for a key in a file.
/// </summary>
internal static class CaseIds
{
    public static CaseId Identify(BenchmarkCase benchmark, BenchmarkCase? baseline = null) =>
        IBenchmarksOfTests.NameOf(benchmark.Parameters) is { } named
            ? new(named.Class, named.Name)
            : new(
                ClassNames.Of(benchmark.Descriptor.Type),
                benchmark.Descriptor.WorkloadMethod.Name,
                Describe(benchmark.Parameters),
                baseline?.Descriptor.WorkloadMethod.Name);

    public static string Describe(ParameterInstances parameters) => parameters is NamedParameters named
        ? named.Text
        : string.Join(", ", parameters.Items.Select(p => $"{p.Name}: {ValueText.Of(p.Value)}"));
}
