using System.Runtime.CompilerServices;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>A case within an epoch: built, set up, ready to be called.</summary>
/// <param name="benchmark">The case.</param>
/// <param name="workload">What was built of it.</param>
/// <param name="callsPerBlock">How many calls are timed together.</param>
internal sealed class BuiltCase(Benchmark benchmark, Workload workload, long callsPerBlock)
{
    /// <summary>A block this long makes the clock's own time and resolution small beside it.</summary>
    private static readonly double ShortestBlock = TimeSpan.FromMicroseconds(20).TotalNanoseconds;

    public CaseId Id => benchmark.Id;

    public Workload Workload => workload;

    public long CallsPerBlock { get; private set; } = callsPerBlock;

    public long OperationsPerBlock => CallsPerBlock * benchmark.OperationsPerInvoke;

    /// <summary>Times one block. Pooled, because a new state machine for every block would be garbage in other cases' times.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<BlockTime> TimeBlock()
    {
        if (workload.BeforeIteration is { } before)
            await before();

        var timer = BlockTimer.Start();
        if (workload.Operation is SyncOperation sync)
            sync.Invoke(CallsPerBlock);
        else
            for (var i = 0L; i < CallsPerBlock; i++)
                await ((AsyncOperation)workload.Operation).Start();
        var time = timer.Stop(OperationsPerBlock);

        if (workload.AfterIteration is { } after)
            await after();
        return time;
    }

    /// <summary>Makes blocks of operations that are shorter than the clock measures well. An iteration is always one call.</summary>
    public async Task FitBlock()
    {
        CallsPerBlock = 1;
        while (!workload.HasIterations && (await TimeBlock()).Nanoseconds < ShortestBlock)
            CallsPerBlock *= 2;
    }
}
