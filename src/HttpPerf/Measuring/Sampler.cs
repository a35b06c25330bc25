using HttpPerf.Checking;
using HttpPerf.Counting;
using HttpPerf.Machine;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Measuring;

/// <summary>Takes the samples of an epoch: times in rounds of all cases, then the other kinds of each case alone.</summary>
/// <param name="context">Supplies the system, the clock and the random numbers.</param>
/// <param name="planner">Plans the samples, and is told how long they took.</param>
/// <param name="rounds">Runs rounds.</param>
/// <param name="watchdog">Watches calls.</param>
/// <param name="cancellation">Stops reading the usage of servers.</param>
internal sealed class Sampler(
    MeasurementContext context, PassPlanner planner, Rounds rounds, Watchdog watchdog, CancellationToken cancellation)
{
    /// <summary>Of cases whose calls overlap.</summary>
    private readonly Dictionary<CaseId, CallTimes> _calls = [];

    private Dictionary<CaseId, EpochSamples> _samples = [];

    /// <summary>How long the rounds of the current epoch have taken.</summary>
    private TimeSpan _timed;

    /// <summary>Of the servers that the built cases use: a [GlobalSetup] may start one in every epoch.</summary>
    private IUsageSource? _server;

    /// <summary>Why the usage of the servers is unknown; null if it is measured.</summary>
    public UnreadUsage? UnreadUsage => _server?.Unread;

    private IUsageSource? ReadableServer => _server is { Unread: null } ? _server : null;

    /// <summary>Runs the rounds of an epoch.</summary>
    /// <param name="cases">The cases, as they are built.</param>
    /// <param name="control">The control instance of the A/A check; null if there is none.</param>
    public async Task TimeRounds(IReadOnlyList<BuiltCase> cases, ControlInstance? control)
    {
        var start = context.Clock.GetTimestamp();
        var waited = context.Ports.Waited;
        var times = Enumerable.Range(0, planner.RoundCount).Select(_ => new BlockTime[cases.Count]).ToArray();
        foreach (var (round, timesOfRound) in times.Index())
        {
            var controlInRound = control?.TakesPartIn(round) == true ? control : null;
            await rounds.Run(cases, timesOfRound, controlInRound);
            controlInRound?.Pair(timesOfRound);
            foreach (var built in cases)
                if (built.Load is { } load)
                    CallsOf(built.Id).Add(load.Times);
        }

        // Like setup and warm-up, the A/A check and pauses are not part of the budget.
        var elapsed = context.Clock.GetElapsedTime(start) - (control?.Taken ?? TimeSpan.Zero) - (context.Ports.Waited - waited);
        planner.RoundTime = elapsed / times.Length;
        _timed += elapsed;
        for (var i = 0; i < cases.Count; i++)
        {
            var built = cases[i];
            BlockTime[] ofCase = [.. times.Select(round => round[i])];
            await ReachedRate.RefuseUnreached(built, ofCase);
            var calls = built.Load is null ? null : CallsOf(built.Id).EndEpoch(built.Instance.Benchmark.OperationsPerInvoke);
            Add(built, samples => samples with { Rounds = RoundsOf(ofCase, calls) });
        }
    }

    /// <summary>Takes all other samples of an epoch that are due.</summary>
    /// <param name="cases">The cases, as they are built.</param>
    public async Task SampleEachAlone(IReadOnlyList<BuiltCase> cases)
    {
        // By now, they have used them.
        _server = context.System.Readable.HasFlag(SampleKinds.ServerBytes) ? context.System.CreateUsage() : null;
        await Sample(SampleKinds.Bytes, cases, CountAllocations);
        await Sample(SampleKinds.Costs, cases, MeasureCosts);
        await Probe.CheckAgain([.. cases.Select(c => c.Instance)], watchdog.Watch);
        if (ReadableServer is { } server)
            await Sample(SampleKinds.ServerBytes, cases, (built, effort) => CountServerAllocations(built, effort, server));
        if (context.System.Readable.HasFlag(SampleKinds.Counters))
            await Sample(SampleKinds.Counters, cases, CountEvents);
        await Sample(SampleKinds.Retained, cases, (built, _) => MeasureRetained(built));
    }

    /// <summary>Returns the epoch's samples of each case that took part, and begins the next.</summary>
    public IReadOnlyDictionary<CaseId, EpochSamples> EndEpoch()
    {
        if (planner.HasRounds)
            planner.Add(null, SampleKinds.Times, _timed);
        var samples = _samples;
        (_samples, _timed) = ([], TimeSpan.Zero);
        return samples;
    }

    /// <summary>Takes one kind of samples of each case alone, in a new random order.</summary>
    private async Task Sample(SampleKinds kind, IReadOnlyList<BuiltCase> cases, Func<BuiltCase, double, Task> take)
    {
        var order = cases.Where(built => planner.IsDue(built.Id, kind)).ToArray();
        context.Random.Shuffle(order);
        foreach (var built in order)
        {
            await rounds.PacePorts();
            watchdog.Watch(built.Id);
            var start = context.Clock.GetTimestamp();
            try
            {
                await take(built, planner.EffortOf(built.Id, kind));
            }
            catch (Exception e) when (e is not (CaseFailedException or OperationCanceledException))
            {
                var fault = new Fault.NotCounted($"{built.Id}", Quotation.Of(e.Message));
                throw new EnvironmentFailedException(
                    await context.System.FindFailure() is { } failure ? new Fault.Caused(failure, fault) : fault);
            }

            planner.Add(built.Id, kind, context.Clock.GetElapsedTime(start));
        }
    }

    private Task CountAllocations(BuiltCase built, double effort) => CaseFailedException.Wrap(built.Id, CasePart.Call, async () =>
    {
        var windows = await AllocationCounter.Count(built, effort, PlanWindows(built, SampleKinds.Bytes));
        Add(built, samples => samples with { Windows = windows });
    });

    private async Task MeasureCosts(BuiltCase built, double effort)
    {
        var run = await SoloRun.Measure(built, effort, context.Clock, ReadableServer, cancellation);
        Add(built, samples => samples with { SoloRun = run });
    }

    private async Task CountServerAllocations(BuiltCase built, double effort, IUsageSource server)
    {
        var plan = PlanWindows(built, SampleKinds.ServerBytes);
        var windows = await ServerWindows.Count(built, effort, plan, context.Clock, server, cancellation);
        Add(built, samples => samples with { ServerWindows = windows });
    }

    private async Task CountEvents(BuiltCase built, double effort)
    {
        var source = context.System.CreateCounters(built.Id);
        var counters = await CountingPass.Count(built, effort, context.Clock, source, cancellation);
        Add(built, samples => samples with { Counters = counters });
    }

    private async Task MeasureRetained(BuiltCase built)
    {
        var retained = await RetentionPass.Measure(
            built, planner.LongestRetention, context.Clock, ReadableServer, cancellation);
        Add(built, samples => samples with { Retained = retained });
    }

    /// <param name="blocks">The blocks of a case.</param>
    /// <param name="calls">Its calls; null unless they overlap.</param>
    private static RoundSamples RoundsOf(BlockTime[] blocks, CallTime[]? calls) =>
        new([.. blocks.Select(b => b.TimeOfOperation)])
        {
            MedianBlock = blocks.Select(b => b.Nanoseconds).Order().ElementAt(blocks.Length / 2),
            OfAllCallers = calls is null ? null : [.. blocks.Select(b => b.TimePerOperation)],
            Calls = calls,
        };

    private WindowPlan PlanWindows(BuiltCase built, SampleKinds kind) =>
        planner.PlanWindows(built.Id, kind, overlaps: built.Load is not null);

    private CallTimes CallsOf(CaseId id) => _calls.TryGetValue(id, out var calls) ? calls : _calls[id] = new();

    private void Add(BuiltCase built, Func<EpochSamples, EpochSamples> add) =>
        _samples[built.Id] = add(_samples.GetValueOrDefault(built.Id, EpochSamples.None));
}
