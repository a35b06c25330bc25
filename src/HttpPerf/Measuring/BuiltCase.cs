using System.Runtime.CompilerServices;
using HttpPerf.Checking;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>A case within an epoch: built, set up, ready to be called.</summary>
/// <param name="instance">The case and what was built of it.</param>
/// <param name="callsPerBlock">How many calls are timed together.</param>
internal sealed class BuiltCase(BenchmarkInstance instance, long callsPerBlock)
{
    /// <summary>A block this long makes the clock's own time and resolution small beside it.</summary>
    private static readonly double ShortestBlock = TimeSpan.FromMicroseconds(20).TotalNanoseconds;

    public BenchmarkInstance Instance => instance;

    public CaseId Id => instance.Id;

    public Workload Workload => instance.Workload;

    public long CallsPerBlock { get; private set; } = callsPerBlock;

    public long OperationsPerBlock => CallsPerBlock * instance.Benchmark.OperationsPerInvoke;

    /// <summary>Times one block. Pooled, because a new state machine for every block would be garbage in other cases' times.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<BlockTime> TimeBlock()
    {
        if (Workload.BeforeIteration is { } before)
            await before();

        var timer = BlockTimer.Start();
        if (Workload.Operation is SyncOperation sync)
            sync.Invoke(CallsPerBlock);
        else
            for (var i = 0L; i < CallsPerBlock; i++)
                await ((AsyncOperation)Workload.Operation).Start();
        var time = timer.Stop(OperationsPerBlock);

        if (Workload.AfterIteration is { } after)
            await after();
        RefuseEmptyResult();
        return time;
    }

    /// <summary>Outside the timing, and only at a glance: a request that fails in mid-run may be a fast one.</summary>
    private void RefuseEmptyResult()
    {
        if (Results.DescribeFailure(Workload.Operation, instance.Benchmark.ExpectedErrors) is { } failure)
            throw new CaseFailedException(
                Id, $"It returned {failure} in mid-run, so a request of it has failed, and a fast failure is no improvement.");
    }

    /// <summary>Makes blocks of operations that are shorter than the clock measures well. An iteration is always one call.</summary>
    public async Task FitBlock()
    {
        CallsPerBlock = 1;
        while (!Workload.HasIterations && (await TimeBlock()).Nanoseconds < ShortestBlock)
            CallsPerBlock *= 2;
    }
}
