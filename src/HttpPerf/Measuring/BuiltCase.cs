using System.Runtime.CompilerServices;
using HttpPerf.Checking;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>A case within an epoch: built, set up, ready to be called.</summary>
/// <param name="instance">The case and what was built of it.</param>
/// <param name="callsPerBlock">How many calls are timed together.</param>
internal sealed class BuiltCase(BenchmarkInstance instance, long callsPerBlock)
{
    /// <summary>In a block this long, the clock's overhead and resolution are negligible.</summary>
    private static readonly double ShortestBlock = TimeSpan.FromMicroseconds(20).TotalNanoseconds;

    public BenchmarkInstance Instance => instance;

    public CaseId Id => instance.Id;

    public Workload Workload => instance.Workload;

    public long CallsPerBlock { get; private set; } = callsPerBlock;

    public long OperationsPerBlock => CallsPerBlock * instance.Benchmark.OperationsPerInvoke;

    /// <summary>
    /// Times one block. Pooled, because a new state machine for every block would be garbage that is collected during other cases' times.
    /// </summary>
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

    /// <summary>Runs the calls of one block without timing them.</summary>
    public async Task RunBlock()
    {
        for (var i = 0L; i < CallsPerBlock; i++)
            await Workload.Operation.InvokeOnce();
        RefuseEmptyResult();
    }

    /// <summary>A quick check outside the timing, because a request that fails in mid-run may be fast.</summary>
    private void RefuseEmptyResult()
    {
        if (Results.DescribeFailure(Workload.Operation, instance.Benchmark) is { } failure)
            throw new CaseFailedException(
                Id,
                $"It returned {failure} during the run, so one of its requests has failed. A fast failure is not an improvement."
                + (Workload.Operation.LastResult is HttpResponseMessage ? "" : $" {Results.ReallyEmpty}"));
    }

    /// <summary>Groups operations into blocks long enough for the clock to measure well. An iteration is always one call.</summary>
    public async Task FitBlock()
    {
        CallsPerBlock = 1;
        while (!Workload.HasIterations && (await TimeBlock()).Nanoseconds < ShortestBlock)
            CallsPerBlock *= 2;
    }
}
