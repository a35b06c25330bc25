using System.Runtime.CompilerServices;
using HttpPerf.Checking;
using HttpPerf.Model.Faults;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>A case within an epoch: built, set up, ready to be called.</summary>
/// <param name="instance">The case as it is built.</param>
/// <param name="plan">How it takes part in rounds.</param>
/// <param name="watch">Receives the case before each block, so that the timeout is that of a block; null if nothing is watched.</param>
internal sealed class BuiltCase(BenchmarkInstance instance, BlockPlan plan, Action<CaseId>? watch = null) : IDisposable
{
    /// <summary>In a block this long, the clock's overhead and resolution are negligible.</summary>
    private static readonly double ShortestBlock = TimeSpan.FromMicroseconds(20).TotalNanoseconds;

    /// <summary>Pauses of the machine make no difference to a block this long.</summary>
    private static readonly double LongBlock = TimeSpan.FromMilliseconds(100).TotalNanoseconds;

    /// <summary>How many times as many calls as it needs a block may get. That of a case slower by more would take too long.</summary>
    private const int MostStretched = 8;

    private const int BlocksToEstimate = 3;

    private readonly LoadGenerator? _load = LoadGenerator.Create(instance);

    public BenchmarkInstance Instance => instance;

    public CaseId Id => instance.Id;

    public Workload Workload => instance.Workload;

    public BlockPlan Plan { get; private set; } = plan;

    /// <summary>Null if one call follows another.</summary>
    public LoadGenerator? Load => _load;

    public long CallsPerBlock => Plan.Calls;

    public long OperationsPerBlock => CallsPerBlock * instance.Benchmark.OperationsPerInvoke;

    /// <summary>To be called before each block by code that runs it itself.</summary>
    public void Watch() => watch?.Invoke(Id);

    /// <summary>Whether it is the same case of another build, or the same one.</summary>
    public bool IsOfSameCaseAs(BuiltCase other) => Id.Now() == other.Id.Now();

    /// <summary>Times one block after its lead-in.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<BlockTime> TimeInRound()
    {
        for (var i = 0; i < Plan.LeadIn; i++)
            await TimeBlock();
        return await TimeBlock();
    }

    /// <summary>
    /// Times one block. Pooled, because a new state machine for every block would be garbage that is collected during other cases' times.
    /// </summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<BlockTime> TimeBlock()
    {
        Watch();
        // With GC pauses: in so many calls, a case's own garbage is collected during its own block, and callers lose that time too.
        if (_load is not null)
            return await _load.Run(CallsPerBlock);
        if (Workload.BeforeIteration is { } before)
            await before();

        var timer = BlockTimer.Start();
        if (Workload.Operation is SyncOperation sync)
            sync.Invoke(CallsPerBlock);
        else
            for (var i = 0L; i < CallsPerBlock; i++)
                await ((AsyncOperation)Workload.Operation).Start();
        var time = timer.Stop(OperationsPerBlock);

        RefuseEmptyResult();
        if (Workload.AfterIteration is { } after)
            await after();
        return time;
    }

    /// <summary>Times a single call of a single caller.</summary>
    /// <param name="beforeCall">Called between the [IterationSetup] and the call.</param>
    /// <returns>How long it took without GC pauses, in milliseconds.</returns>
    public async Task<double> TimeCall(Action beforeCall)
    {
        Watch();
        if (Workload.BeforeIteration is { } before)
            await before();
        beforeCall();
        var timer = BlockTimer.Start();
        await Workload.Operation.InvokeOnce();
        var time = timer.Stop(operations: 1);
        RefuseEmptyResult();
        if (Workload.AfterIteration is { } after)
            await after();
        return time.Nanoseconds / 1e6;
    }

    /// <summary>Runs the calls of one block without timing them.</summary>
    public async Task RunBlock()
    {
        Watch();
        if (_load is not null)
        {
            await _load.Run(CallsPerBlock);
            return;
        }

        for (var i = 0L; i < CallsPerBlock; i++)
            await Workload.Operation.InvokeOnce();
        RefuseEmptyResult();
    }

    /// <summary>A quick check outside the timing, because a request that fails in mid-run may be fast.</summary>
    private void RefuseEmptyResult()
    {
        if (ReturnedResult.DescribeFailure(Workload.Operation, instance.Benchmark) is { } failure)
            throw new CaseFailedException(Id, new Fault.ReturnedError(failure, Workload.Operation.LastResult is HttpResponseMessage));
    }

    /// <summary>Groups operations into blocks long enough for the clock to measure well. An iteration is always one call.</summary>
    public async Task FitBlock()
    {
        Plan = BlockPlan.Single with { Calls = _load?.MinCalls ?? 1 };
        var shortest = _load?.ShortestBlock ?? ShortestBlock;
        while (!Workload.HasIterations && await TimeFastest() < shortest)
            Plan = Plan with { Calls = 2 * CallsPerBlock };
    }

    /// <summary>
    /// Gives cases with the same load blocks of as many calls. At the beginning and at the end of a block not all callers work: of two
    /// equal cases, the one with twice as many calls in a block reached 3 % more throughput. And both builds of a case: the first call of
    /// a block is slower than the next.
    /// </summary>
    public static void AlignBlocks(IEnumerable<BuiltCase> cases)
    {
        foreach (var alike in cases.GroupBy(built => built.Load?.Model ?? (object)built.Id.Now()))
        {
            var most = alike.Max(built => built.CallsPerBlock);
            foreach (var built in alike)
                built.Plan = built.Plan with { Calls = Math.Min(most, MostStretched * built.CallsPerBlock) };
        }
    }

    /// <summary>Returns how long a block takes while nothing else runs, in nanoseconds; short iterations count as long enough.</summary>
    public async Task<double> EstimateBlock() => Math.Max(ShortestBlock, await TimeFastest());

    /// <summary>
    /// Returns the shortest time of a few blocks, in nanoseconds. A pause of the machine makes a single one look far longer than it is.
    /// </summary>
    private async Task<double> TimeFastest()
    {
        var fastest = double.PositiveInfinity;
        for (var i = 0; i < BlocksToEstimate && (i == 0 || fastest < LongBlock); i++)
            fastest = Math.Min(fastest, (await TimeBlock()).Nanoseconds);
        return fastest;
    }

    /// <summary>Fits the case to the rounds in which it is measured.</summary>
    /// <param name="round">How long one takes.</param>
    /// <param name="leadIn">How many blocks run untimed before one that is timed.</param>
    public void FitRounds(TimeSpan round, int leadIn) => Plan = Plan.InRoundsOf(round, leadIn);

    public void Dispose() => _load?.Dispose();
}
