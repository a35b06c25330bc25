using System.Reflection;
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

    /// <summary>What may go wrong with its requests; null for nothing.</summary>
    public ExpectedErrorsAttribute? ExpectedErrors => benchmark.ExpectedErrors;

    /// <summary>The assembly that the benchmark method is in; null where it is of no interest.</summary>
    public Assembly? Code => benchmark.Code;

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
        RefuseEmptyResult();
        return time;
    }

    /// <summary>Outside the timing, and only at a glance: a request that fails in mid-run may be a fast one.</summary>
    private void RefuseEmptyResult()
    {
        if (Results.Failure(workload.Operation, benchmark.ExpectedErrors) is { } failure)
            throw new CaseFailedException(Id, $"It returned {failure} in mid-run, so a request of it has failed, and a fast failure is no improvement.");
    }

    /// <summary>Makes blocks of operations that are shorter than the clock measures well. An iteration is always one call.</summary>
    public async Task FitBlock()
    {
        CallsPerBlock = 1;
        while (!workload.HasIterations && (await TimeBlock()).Nanoseconds < ShortestBlock)
            CallsPerBlock *= 2;
    }
}
