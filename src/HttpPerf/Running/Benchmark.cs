namespace HttpPerf.Running;

/// <summary>A benchmark case that can be built any number of times.</summary>
/// <param name="Id">What it is called.</param>
/// <param name="OperationsPerInvoke">How many operations one call stands for; 1 or more.</param>
/// <param name="Build">Makes a new instance of the benchmark class with its parameters set, not yet set up.</param>
internal sealed record Benchmark(CaseId Id, int OperationsPerInvoke, Func<Workload> Build);

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
