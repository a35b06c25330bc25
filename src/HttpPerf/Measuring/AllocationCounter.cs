using System.Diagnostics;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// Counts a case's bytes over windows of calls. All threads of the process count, so what else runs here can only add to a
/// window: the figure on which most windows agree is the case's own.
/// </summary>
internal static class AllocationCounter
{
    private const int MostCallsPerWindow = 64;
    private const int MostWindows = 8;
    private const int FewestWindows = 2;

    private static readonly TimeSpan WindowTime = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan EpochTime = TimeSpan.FromMilliseconds(15);

    /// <summary>How many calls make a window of a case whose calls take this long.</summary>
    public static long CallsPerWindow(double nanosecondsPerCall) =>
        (long)Math.Clamp(WindowTime.TotalNanoseconds / nanosecondsPerCall, 1, MostCallsPerWindow);

    /// <summary>Bytes per operation, one figure a window.</summary>
    public static async Task<double[]> Count(BuiltCase built, long callsPerWindow)
    {
        var windows = new List<double>(MostWindows);
        var start = Stopwatch.GetTimestamp();
        while (windows.Count < FewestWindows || (windows.Count < MostWindows && Stopwatch.GetElapsedTime(start) < EpochTime))
            windows.Add(await CountWindow(built, callsPerWindow) / (double)(callsPerWindow * built.OperationsPerCall));
        return [.. windows];
    }

    private static Task<long> CountWindow(BuiltCase built, long calls) => built.Workload switch
    {
        { HasIterations: true } workload => CountIterations(workload, calls),
        { Operation: SyncOperation sync } => Task.FromResult(CountSync(sync, calls)),
        { Operation: AsyncOperation asynchronous } => CountAsync(asynchronous, calls),
        _ => throw new UnreachableException(),
    };

    private static long CountSync(SyncOperation operation, long calls)
    {
        var before = GC.GetTotalAllocatedBytes(precise: true);
        operation.Invoke(calls);
        return GC.GetTotalAllocatedBytes(precise: true) - before;
    }

    private static async Task<long> CountAsync(AsyncOperation operation, long calls)
    {
        // This method's own state machine moves to the heap when it first waits: here, before the counting starts.
        await Task.Yield();
        await operation.Start();

        var before = GC.GetTotalAllocatedBytes(precise: true);
        for (var i = 0L; i < calls; i++)
            await operation.Start();
        return GC.GetTotalAllocatedBytes(precise: true) - before;
    }

    private static async Task<long> CountIterations(Workload workload, long calls)
    {
        await Task.Yield();
        var allocated = 0L;
        for (var i = 0L; i < calls; i++)
        {
            if (workload.BeforeIteration is { } before)
                await before();
            var start = GC.GetTotalAllocatedBytes(precise: true);
            if (workload.Operation is SyncOperation sync)
                sync.Invoke(1);
            else
                await ((AsyncOperation)workload.Operation).Start();
            allocated += GC.GetTotalAllocatedBytes(precise: true) - start;
            if (workload.AfterIteration is { } after)
                await after();
        }

        return allocated;
    }
}
