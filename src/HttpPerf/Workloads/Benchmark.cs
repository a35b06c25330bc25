using System.Reflection;
using HttpPerf.Model;

namespace HttpPerf.Workloads;

/// <summary>A benchmark case that can be built any number of times.</summary>
/// <param name="Id">The case.</param>
/// <param name="OperationsPerInvoke">The number of operations that one call makes; 1 or more.</param>
/// <param name="Build">Creates a new instance of the benchmark class with its parameters set, before its [GlobalSetup].</param>
/// <param name="ExpectedErrors">The errors that its requests may have; null for none.</param>
/// <param name="Code">The assembly of the benchmark method; null if it doesn't matter.</param>
internal sealed record Benchmark(
    CaseId Id, int OperationsPerInvoke, Func<Workload> Build, ExpectedErrorsAttribute? ExpectedErrors = null, Assembly? Code = null)
{
    /// <summary>Whether its result may be empty.</summary>
    public bool ExpectsEmptyResult { get; init; }

    /// <summary>Whether its result may differ from the baseline's.</summary>
    public bool ExpectsDifferentResult { get; init; }

    /// <summary>How its calls overlap; null if one call follows another on the thread that measures.</summary>
    public LoadModel? Load { get; init; }
}

/// <summary>A case and one instance built from it.</summary>
internal sealed record BenchmarkInstance(Benchmark Benchmark, Workload Workload)
{
    public CaseId Id => Benchmark.Id;
}

/// <summary>A benchmark case built once.</summary>
/// <param name="Operation">The benchmark method.</param>
/// <param name="SetUp">Its [GlobalSetup].</param>
/// <param name="CleanUp">Its [GlobalCleanup].</param>
/// <param name="BeforeIteration">Its [IterationSetup]; null if it has none. With one, every operation is an iteration.</param>
/// <param name="AfterIteration">Its [IterationCleanup]; null if it has none. With one, every operation is an iteration.</param>
/// <param name="CreateOperation">Creates another call of the same method of the same instance; null if there is only ever one.</param>
internal sealed record Workload(
    Operation Operation,
    Func<Task> SetUp,
    Func<Task> CleanUp,
    Func<Task>? BeforeIteration = null,
    Func<Task>? AfterIteration = null,
    Func<Operation>? CreateOperation = null)
{
    public bool HasIterations => BeforeIteration is not null || AfterIteration is not null;
}
