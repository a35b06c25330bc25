using System.Reflection;

namespace HttpPerf.Running;

/// <summary>A benchmark case that can be built any number of times.</summary>
/// <param name="Id">What it is called.</param>
/// <param name="OperationsPerInvoke">How many operations one call stands for; 1 or more.</param>
/// <param name="Build">Makes a new instance of the benchmark class with its parameters set, not yet set up.</param>
/// <param name="ExpectedErrors">What may go wrong with its requests; null for nothing.</param>
/// <param name="Code">The assembly that the benchmark method is in; null where it is of no interest.</param>
internal sealed record Benchmark(
    CaseId Id, int OperationsPerInvoke, Func<Workload> Build, ExpectedErrorsAttribute? ExpectedErrors = null, Assembly? Code = null);

/// <summary>A case and what was built of it.</summary>
internal sealed record BenchmarkInstance(Benchmark Benchmark, Workload Workload)
{
    public CaseId Id => Benchmark.Id;
}

/// <summary>A benchmark case built once.</summary>
/// <param name="Operation">The benchmark method.</param>
/// <param name="SetUp">Its [GlobalSetup].</param>
/// <param name="CleanUp">Its [GlobalCleanup].</param>
/// <param name="BeforeIteration">Its [IterationSetup], null where it has none; then every operation is an iteration.</param>
/// <param name="AfterIteration">Its [IterationCleanup], likewise.</param>
internal sealed record Workload(
    Operation Operation,
    Func<Task> SetUp,
    Func<Task> CleanUp,
    Func<Task>? BeforeIteration = null,
    Func<Task>? AfterIteration = null)
{
    public bool HasIterations => BeforeIteration is not null || AfterIteration is not null;
}
