using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;
using HttpPerf.Checking;
using HttpPerf.Model;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>
/// Makes calls of a case that overlap, in blocks. Neither a call nor a block allocates anything beside what the case does, so the end of a
/// block is a source that is used again, as is the state machine that waits for it.
/// </summary>
internal abstract class LoadGenerator : IValueTaskSource, IThreadPoolWorkItem, IDisposable
{
    private readonly BenchmarkInstance _instance;
    private readonly FailedCalls _failures = new();

    // Written by all callers. The block's end, which each of them passes, makes it visible to the one who started the block.
    private long[] _times = [];
    private ManualResetValueTaskSourceCore<bool> _block;
    private long _end;

    /// <param name="instance">A case whose calls overlap. It can create operations.</param>
    protected LoadGenerator(BenchmarkInstance instance) => _instance = instance;

    public LoadModel Model => _instance.Benchmark.Load!;

    /// <summary>The fewest calls that a block may have.</summary>
    public abstract long MinCalls { get; }

    /// <summary>How long a block takes at least, in nanoseconds.</summary>
    public abstract double ShortestBlock { get; }

    /// <summary>How long each call of the last block took, in ticks of the stopwatch, the shortest first.</summary>
    public ReadOnlySpan<long> Times => _times.AsSpan(0, (int)Calls);

    /// <summary>How many calls the block has.</summary>
    protected long Calls { get; private set; }

    /// <returns>Null if calls of the case follow one another.</returns>
    public static LoadGenerator? Create(BenchmarkInstance instance) => instance.Benchmark.Load switch
    {
        null => null,
        { ArrivalRate: { } rate } => new OpenLoop(rate, instance),
        { Callers: var callers } => new ClosedLoop(callers!.Value, instance),
    };

    /// <summary>Makes a block of calls.</summary>
    /// <exception cref="CaseFailedException">Some of them failed.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<BlockTime> Run(long calls)
    {
        if (_times.Length < calls)
            _times = new long[calls];
        Calls = calls;
        _block.Reset();
        var start = Stopwatch.GetTimestamp();
        Begin(start);
        await new ValueTask(this, _block.Version);
        if (_failures.Find(calls, Model) is var (fault, first))
            throw new CaseFailedException(_instance.Id, fault, first);

        var operations = _instance.Benchmark.OperationsPerInvoke;
        var pace = PaceOf(_times.AsSpan(0, (int)calls), operations);
        Array.Sort(_times, 0, (int)calls);
        return new BlockTime(Nanoseconds(_end - start), calls * operations)
        {
            Median = Nanoseconds(Times[Times.Length / 2]) / operations,
            Pace = pace,
        };
    }

    public abstract void Dispose();

    void IValueTaskSource.GetResult(short token) => _block.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _block.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _block.OnCompleted(continuation, state, token, flags);

    void IThreadPoolWorkItem.Execute() => _block.SetResult(true);

    /// <summary>Gives a caller its next call.</summary>
    /// <returns>False if there is none; the caller must not be used any more then until it begins again.</returns>
    public abstract bool TryTakeCall(Caller caller);

    /// <param name="call">Its position in the block.</param>
    /// <param name="time">How long it took, in ticks of the stopwatch.</param>
    /// <param name="operation">The operation that it called.</param>
    /// <param name="exception">Null if it threw none.</param>
    public void EndCall(long call, long time, Operation operation, Exception? exception)
    {
        _times[call] = time;
        if (exception is not null)
            _failures.Add(exception);
        else if (ReturnedResult.DescribeFailure(operation, _instance.Benchmark) is { } failure)
            _failures.Add(failure);
    }

    protected static double Nanoseconds(double ticks) => ticks * (1e9 / Stopwatch.Frequency);

    protected Caller CreateCaller() => _instance.Workload.CreateOperation!() switch
    {
        AsyncOperation operation => new AsyncCaller(this, operation),
        SyncOperation operation => new SyncCaller(this, operation),
        _ => throw new UnreachableException(),
    };

    /// <summary>Begins a block.</summary>
    /// <param name="start">The time, as of the stopwatch.</param>
    protected abstract void Begin(long start);

    /// <summary>Ends the block, whose calls have ended. What waits for it goes on elsewhere, so that the caller is free at once.</summary>
    protected void End()
    {
        _end = Stopwatch.GetTimestamp();
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>As <see cref="BlockTime.Pace"/>.</summary>
    /// <param name="times">How long each call took, in ticks of the stopwatch, in the order of their starts.</param>
    /// <param name="operations">How many a call makes.</param>
    protected abstract Pace? PaceOf(ReadOnlySpan<long> times, int operations);
}
