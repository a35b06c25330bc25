using System.Diagnostics;
using HttpPerf.Checking;
using HttpPerf.Model.Faults;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>
/// Counts a case's bytes over windows, each of as many calls as a block. The count covers all threads of the process, so other work can
/// only add to a window: the figure on which most windows agree is the case's own. Windows are small, so that network effects, e.g. a
/// buffer that grows in one response of five, change some windows but not all.
/// </summary>
internal static class AllocationCounter
{
    private const int MostWindows = 64;
    private const int CallsToFindKept = 16;

    /// <summary>Bytes per operation, one figure per window.</summary>
    /// <param name="built">The case.</param>
    /// <param name="effort">How many times as many windows as in a first pass of epochs.</param>
    /// <param name="plan">How many windows that has.</param>
    public static async Task<double[]> Count(BuiltCase built, double effort, WindowPlan plan)
    {
        var windows = new List<long>((int)(MostWindows * effort));
        // After a collection, finalizers run on a thread of their own. Those of the runtime's array pools allocate.
        GC.WaitForPendingFinalizers();
        var start = Stopwatch.GetTimestamp();
        await (built.Workload switch
        {
            _ when built.Load is { } load => CountConcurrent(load, built.CallsPerBlock, windows, IsEnough),
            { HasIterations: true } workload => CountIterations(workload, windows, IsEnough),
            { Operation: SyncOperation sync } => CountSync(sync, built.CallsPerBlock, windows, IsEnough),
            { Operation: AsyncOperation asynchronous } => CountAsync(asynchronous, built.CallsPerBlock, windows, IsEnough),
            _ => throw new UnreachableException(),
        });
        await RefuseImpossible(built, windows);
        return [.. windows.Select(bytes => bytes / (double)built.OperationsPerBlock)];

        bool IsEnough()
        {
            built.Watch();
            return windows.Count >= built.Plan.MinBlocks * effort
                && (windows.Count >= (int)(MostWindows * effort)
                    || plan.IsComplete(windows.Count, Stopwatch.GetElapsedTime(start), effort));
        }
    }

    private static Task CountSync(SyncOperation operation, long calls, List<long> windows, Func<bool> isEnough)
    {
        while (!isEnough())
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            operation.Invoke(calls);
            windows.Add(GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        return Task.CompletedTask;
    }

    private static async Task CountAsync(AsyncOperation operation, long calls, List<long> windows, Func<bool> isEnough)
    {
        // This method's own state machine moves to the heap at its first wait. The yield makes that happen before counting starts.
        await Task.Yield();
        await operation.Start();
        while (!isEnough())
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            for (var i = 0L; i < calls; i++)
                await operation.Start();
            windows.Add(GC.GetTotalAllocatedBytes(precise: true) - before);
        }
    }

    private static async Task CountConcurrent(LoadGenerator load, long calls, List<long> windows, Func<bool> isEnough)
    {
        while (!isEnough())
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            await load.Run(calls);
            windows.Add(GC.GetTotalAllocatedBytes(precise: true) - before);
        }
    }

    private static async Task CountIterations(Workload workload, List<long> windows, Func<bool> isEnough)
    {
        await Task.Yield();
        while (!isEnough())
        {
            if (workload.BeforeIteration is { } before)
                await before();
            var start = GC.GetTotalAllocatedBytes(precise: true);
            if (workload.Operation is SyncOperation sync)
                sync.Invoke(1);
            else
                await ((AsyncOperation)workload.Operation).Start();
            windows.Add(GC.GetTotalAllocatedBytes(precise: true) - start);
            if (workload.AfterIteration is { } after)
                await after();
        }
    }

    /// <summary>A method that created the object it returned must have allocated, whatever was counted.</summary>
    internal static async Task RefuseImpossible(BuiltCase built, IReadOnlyList<long> windows)
    {
        if (windows.Any(bytes => bytes < 0))
            throw new CaseFailedException(built.Id, new Fault.NegativeBytes(windows.Min()));
        if (!built.Workload.Operation.ReturnsReference || windows.Any(bytes => bytes > 0))
            return;

        // A single kept object is returned again. If many kept objects take turns, none of them is in generation 0 after a collection.
        // Being in generation 0 alone proves nothing, because the collector may leave survivors there.
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        for (var call = 0; call < CallsToFindKept; call++)
            if (await Result(built) is not { } result || !seen.Add(result))
                return;

        GC.Collect();
        if (await Result(built) is { } last && !seen.Contains(last) && GC.GetGeneration(last) == 0)
            throw new CaseFailedException(built.Id, new Fault.NoBytes(windows.Count, last.GetType().Name));
    }

    private static async Task<object?> Result(BuiltCase built)
    {
        if (built.Workload.BeforeIteration is { } before)
            await before();
        await built.Workload.Operation.InvokeOnce();
        if (built.Workload.AfterIteration is { } after)
            await after();
        return built.Workload.Operation.LastResult;
    }
}
