using System.Reflection;
using BenchmarkDotNet.Running;
using HttpPerf.Workloads;

namespace HttpPerf.Discovery;

/// <summary>The cases of a benchmark class that are measured together.</summary>
/// <param name="Type">The benchmark class; closed if it is generic.</param>
/// <param name="Name">The class and the parameters that the cases share, e.g. <c>ReadPattern(Size: 1000)</c>.</param>
/// <param name="Cases">Its cases, in the order of their methods.</param>
/// <param name="Number">The group's number within its class, from 1.</param>
/// <param name="GroupsOfClass">How many groups its class has.</param>
internal sealed record BenchmarkGroup(Type Type, string Name, IReadOnlyList<DiscoveredCase> Cases, int Number = 1, int GroupsOfClass = 1)
{
    /// <summary>Null unless starts of APIs are measured.</summary>
    public ColdStartAttribute? ColdStart => Type.GetCustomAttribute<ColdStartAttribute>(inherit: true);
}

/// <param name="Id">The case.</param>
/// <param name="Categories">The values of [BenchmarkCategory] on the method, the class and the assembly.</param>
/// <param name="Benchmark">BenchmarkDotNet's object for the case.</param>
internal sealed record DiscoveredCase(CaseId Id, IReadOnlyList<string> Categories, BenchmarkCase Benchmark)
{
    /// <summary>Whether it fails if no limit applies to it.</summary>
    public bool NeedsLimits => Named is null;

    /// <summary>Whether it is a test method, which has passed as a test before.</summary>
    public bool IsTestMethod => Named is TestMethodCase;

    /// <summary>The object that declares the case; null if attributes do.</summary>
    public INamedCase? Named => IBenchmarksOfTests.NameOf(Benchmark.Parameters);

    public Benchmark ToBenchmark() => WorkloadBuilder.ToBenchmark(Id, Benchmark);
}
