using System.Runtime;
using HttpPerf.Checking;
using HttpPerf.Counting;
using HttpPerf.Model.Faults;
using HttpPerf.Machine;
using HttpPerf.Model;
using HttpPerf.Results.Quoting;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>One attempt to measure the cases of a group, all of which are assumed to work.</summary>
internal sealed class GroupMeasurement(
    IReadOnlyList<Benchmark> benchmarks,
    int epochs,
    MeasurementContext context,
    Attempt attempt,
    Watchdog watchdog,
    CancellationToken cancellation)
{
    private const int RoundsBeforeFirstLook = 16;

    /// <summary>As many rounds of an epoch do where no verdict rests on times.</summary>
    private const int RoundsForDisplay = 8;

    /// <summary>How much of the time before the first look rounds take where no verdict rests on times.</summary>
    private const double PartForDisplay = 0.25;

    private const int RoundsToEstimate = 3;

    /// <summary>
    /// How many times as long as other stretches those are in which limited counts are taken: their limits often allow one event in many
    /// operations or none.
    /// </summary>
    private const int LengthOfLimitedCounts = 2;

    /// <summary>In how many epochs of the first pass is sampled what no verdict rests on.</summary>
    private const int EpochsForDisplay = 2;

    /// <summary>
    /// Beside a case that is far longer or waits, a short one would run with cold caches, on a processor that slept: the same GET took
    /// eight times as long beside <c>Task.Delay(50)</c> as beside its copy. Therefore it runs before it is timed, for this share of what an
    /// average case of the round takes; cases of similar length don't.
    /// </summary>
    private const double LeadIn = 0.1;

    private readonly Dictionary<CaseId, Recording> _recordings = benchmarks.ToDictionary(b => b.Id, b => new Recording(b.Id));
    private readonly CalledServers _servers = new();
    private readonly Rounds _rounds = new(context, watchdog, cancellation);
    private readonly Effort _effort = new(epochs);
    private readonly BudgetCheck _budget = new(
        benchmarks.Count, epochs, context.Plan.Budget, context.Clock, benchmarks.Select(b => b.Id.IsBefore).Distinct().Count());
    private readonly List<TimeSpan> _epochTimes = [];

    /// <summary>Those that a pass measures: at first all, later only what is undecided and what it is compared with.</summary>
    private IReadOnlyList<Benchmark> _measured = [.. benchmarks];

    /// <summary>Which build comes first in what calls case after case, in the first epoch, of the first case that both have.</summary>
    private readonly int _first = benchmarks.Any(b => b.Id.IsBefore) ? context.Random.Next(2) : 0;

    /// <summary>Of the servers that the built cases use: a [GlobalSetup] may start one in every epoch.</summary>
    private IUsageSource? _server;

    /// <summary>How many rounds an epoch of the first pass has; 0 until it is known how long a round takes.</summary>
    private int _firstRounds;
    private TimeSpan _roundTime;

    private WarmUpResult? _warmUp;

    /// <summary>How long it took to build a case in the last epoch.</summary>
    private TimeSpan _setUp;
    private TimeSpan _timed;

    /// <summary>How long the rounds of the current epoch have taken.</summary>
    private TimeSpan _timesOfEpoch;

    private TimeSpan _sampled;

    /// <summary>How long the last epoch took apart from sampling.</summary>
    private TimeSpan _overhead;

    private AACheckMeasurement Copies => field ??= new(benchmarks, _servers.Of, context, attempt);

    private IUsageSource? ReadableServer => _server is { Objection: null } ? _server : null;

    private int Epoch => _epochTimes.Count;

    private bool JudgesTimes => benchmarks.Any(b => context.Plan.Needs.Limited.Of(b.Id).HasFlag(SampleKinds.Times));

    private int RoundCount => (int)(_firstRounds * _effort.OfRounds);

    /// <summary>Whether the warm-up of the first epoch is complete, so that everything is compiled, here and in the server.</summary>
    public bool IsWarm { get; private set; }

    public GroupSamples Samples => new([.. SamplesOf(isBefore: false)], [])
    {
        Before = [.. SamplesOf(isBefore: true)],
        EpochsPerPass = epochs,
        AACheck = Copies.Samples,
        ServerObjection = _server?.Objection,
        WarmUp = _warmUp?.Taken ?? TimeSpan.Zero,
        ColdAfter = _warmUp is { IsWarm: false } cold ? cold.Taken : null,
    };

    private IEnumerable<CaseSamples> SamplesOf(bool isBefore) =>
        from benchmark in benchmarks
        where benchmark.Id.IsBefore == isBefore
        select _recordings[benchmark.Id].ToSamples(benchmark.OperationsPerInvoke, attempt.OneByOne);

    /// <summary>
    /// Measures a pass of epochs and looks at the results. Then adds passes of new epochs, each of which doubles the samples of what is
    /// undecided, until everything is decided or the budget is used up: once by what counts toward it, or twice by all.
    /// </summary>
    public async Task Run(Func<GroupSamples, Look> look)
    {
        if (context.Plan.OnlyChecks)
        {
            await CheckOnly();
            return;
        }

        var start = context.Clock.GetTimestamp();
        Look seen;
        do
        {
            var last = _epochTimes.Count + epochs;
            while (_epochTimes.Count < last)
                await MeasureEpoch(last);
            if (last == epochs)
                NoteOverrun(context.Clock.GetElapsedTime(start));
            seen = look(Samples);
        }
        while (seen.Undecided.Count > 0 && TryPlanPass(seen.Undecided, Left));

        TimeSpan Left()
        {
            var timeLimit = seen.TimeLimit ?? context.Plan.Budget.Group;
            var (ofBudget, ofAll) = (context.Plan.Budget.Rounds - _timed, timeLimit - context.Clock.GetElapsedTime(start));
            // Setup, warm-up and cleanup take as long as they did in the last epoch.
            ofAll -= epochs * _overhead;
            return ofBudget < ofAll ? ofBudget : ofAll;
        }
    }

    /// <summary>What is decided takes no part in the rounds of the next pass, which then has time for more of them.</summary>
    private bool TryPlanPass(IReadOnlyDictionary<CaseId, SampleKinds> undecided, Func<TimeSpan> left)
    {
        var before = _measured;
        _measured = [.. benchmarks.Where(b => undecided.ContainsKey(b.Id) || Copies.IsReference(b.Id))];
        _overhead *= _measured.Count / (double)before.Count;
        _roundTime *= TimeOf(_measured) / TimeOf(before);
        return _effort.TryPlan(
            undecided, left(), BudgetCheck.FewestRounds / (double)_firstRounds, TimeOf(_measured) / TimeOf(before), _overhead);

        double TimeOf(IEnumerable<Benchmark> round) => round.Sum(b => _recordings[b.Id].LastBlock);
    }

    private async Task CheckOnly()
    {
        IEnumerable<IReadOnlyList<Benchmark>> together = attempt.OneByOne ? benchmarks.Select(b => new[] { b }) : [benchmarks];
        foreach (var built in together)
            await Use(built, copied: [], group =>
                Probe.CheckOnce([.. group.Cases.Select(c => c.Instance)], watchdog.Watch, context.Listener.OnNote));
    }

    /// <summary>As soon as an epoch has shown how long those take that compile nothing.</summary>
    private void WarnOfOverrun()
    {
        if (_epochTimes is not [var first, var second])
            return;
        var expected = first + ((epochs - 1) * second);
        if (expected > context.Plan.Budget.Group)
            context.Listener.OnProgress(
                $"about {expected.InSeconds("0")} s for {epochs} epochs, more than twice the budget of "
                + $"{context.Plan.Budget.Rounds.InSeconds("0.#")} s");
    }

    private void NoteOverrun(TimeSpan taken)
    {
        if (taken > context.Plan.Budget.Group)
            context.Listener.OnNote(
                $"The first {epochs} epochs took {taken.InSeconds("0")} s, more than twice the budget of "
                + $"{context.Plan.Budget.Rounds.InSeconds("0.#")} s. Setup, warm-up and cleanup took {_overhead.InSeconds("0.0")} s of the "
                + "last one.");
    }

    private async Task MeasureEpoch(int last)
    {
        var start = context.Clock.GetTimestamp();
        var sampled = _sampled;
        _timesOfEpoch = TimeSpan.Zero;
        context.Listener.OnEpoch(Progress(last));
        await _rounds.PacePorts();
        var background = new BackgroundWork();
        await (attempt.OneByOne ? MeasureOneByOne(background) : MeasureTogether(background));
        if (_effort.OfRounds > 0)
            Add(null, SampleKinds.Times, _timesOfEpoch);
        foreach (var note in await background.FindLeft(watchdog.Watch))
            context.Listener.OnNote(note);
        _epochTimes.Add(context.Clock.GetElapsedTime(start));
        WarnOfOverrun();
        _overhead = _epochTimes[^1] - (_sampled - sampled);
    }

    private Task MeasureTogether(BackgroundWork background)
    {
        var isFirst = _epochTimes.Count == 0;
        var copied = _effort.OfRounds > 0 && !isFirst ? Copies.Plan(_setUp, _roundTime) : [];
        var inTurn = InTurn();
        return Use(isFirst ? [.. inTurn.Select(background.Watch)] : inTurn, copied, async group =>
        {
            if (isFirst)
            {
                await Prepare(group.Cases);
                EndPreparation();
            }
            else
            {
                await Run(WarmUp.Warm, group.Cases);
            }

            await Measure(group);
        });
    }

    /// <summary>
    /// The cases, those that both builds have one after the other, and with every case and every epoch another build first: whatever is
    /// probed or fitted first finds colder caches and less compiled code.
    /// </summary>
    private IReadOnlyList<Benchmark> InTurn() =>
    [
        .. _measured
            .GroupBy(b => b.Id.Now())
            .SelectMany((builds, i) => (i + Epoch + _first) % 2 == 0 ? builds : builds.Reverse()),
    ];

    private async Task MeasureOneByOne(BackgroundWork background)
    {
        var order = _measured.ToArray();
        context.Random.Shuffle(order);
        if (_epochTimes.Count == 0)
        {
            foreach (var benchmark in order)
                await Use([background.Watch(benchmark)], copied: [], group => Prepare(group.Cases));
            EndPreparation();
        }

        foreach (var benchmark in order)
            await Use([benchmark], copied: [], async group =>
            {
                await Run(WarmUp.Warm, group.Cases);
                await Measure(group);
            });
    }

    private Task Use(IReadOnlyList<Benchmark> built, IReadOnlyList<Benchmark> copied, Func<BuiltGroup, Task> measure)
    {
        var building = context.Clock.GetTimestamp();
        return BuiltGroup.Use(built, copied, context, id => _recordings[id].Plan, watchdog, async group =>
        {
            _setUp = context.Clock.GetElapsedTime(building) / (group.Cases.Count + group.Copies.Count);
            try
            {
                await measure(group);
            }
            catch (CaseFailedException e)
            {
                // Checked before the group is cleaned up: once a [GlobalCleanup] has disposed of a server, nothing shows how it died.
                if (await context.System.FindFailure() is { } failure)
                    throw new EnvironmentFailedException(new Fault.Caused(failure, e.Fault));
                throw await FindErrorAnswer(e, group);
            }
        });
    }

    /// <summary>Requests are not observed while they are measured. So the case is called again if it has failed then.</summary>
    private async Task<CaseFailedException> FindErrorAnswer(CaseFailedException failure, BuiltGroup group)
    {
        if (failure is not { WasObserved: false, Instance: Instance.Case, Fault: Fault.OfCall fault })
            return failure;
        watchdog.Watch(failure.Id);
        var failed = group.Cases.Single(c => c.Id == failure.Id).Instance;
        return failure.With(fault with { Answer = await Probe.FindErrorAnswer(failed, failure) });
    }

    private async Task Measure(BuiltGroup group)
    {
        var cases = group.Cases;
        if (context.Plan.Kinds.HasFlag(SampleKinds.Times) && _effort.OfRounds > 0)
        {
            var copy = Copies.Start(group, _setUp, RoundCount);
            await TimeRounds(cases, copy);
            Copies.End(copy);
        }

        // By now, they have used them.
        _server = context.System.Readable.HasFlag(SampleKinds.ServerBytes) ? context.System.CreateUsage() : null;
        await Sample(SampleKinds.Bytes, cases, CountAllocations);
        await Sample(SampleKinds.Costs, cases, MeasureCosts);
        await Probe.CheckAgain([.. cases.Select(c => c.Instance)], watchdog.Watch);
        if (ReadableServer is { } server)
            await Sample(SampleKinds.ServerBytes, cases, (built, effort) => CountServerAllocations(built, effort, server));
        if (context.System.Readable.HasFlag(SampleKinds.Counters))
            await Sample(SampleKinds.Counters, cases, CountEvents);
    }

    /// <summary>Checks cases, compiles and warms up everything, and finds out how long a round takes.</summary>
    private async Task Prepare(IReadOnlyList<BuiltCase> cases)
    {
        await context.System.WatchProbe(
            () => Probe.Check([.. cases.Select(c => c.Instance)], StartCall, context.Listener.OnNote, NoteServer));
        if (await context.System.FindUnfitCode() is { } unfit)
            throw new EnvironmentFailedException(unfit);
        await _budget.CheckBlocks(() => FitBlocks(cases));
        _warmUp = await Run(attempt.FirstWarmUp, cases);
        var blocks = await FitBlocks(cases);
        var round = TimeSpan.FromMicroseconds(blocks.Sum() / 1000);
        foreach (var built in cases)
        {
            // The same for both builds of a case: a block after another one of the same case is faster.
            var block = cases.Zip(blocks).Where(c => c.First.IsOfSameCaseAs(built)).Average(c => c.Second);
            built.FitRounds(round, (int)(LeadIn * blocks.Average() / block));
            _recordings[built.Id].Plan = built.Plan;
        }

        var estimate = await EstimateRound(cases);
        // A machine that was busy just now made it long.
        if (_budget.IsTooLong(_roundTime + estimate))
            estimate = Shorter(estimate, await EstimateRound(cases));
        _roundTime += estimate;
    }

    private static TimeSpan Shorter(TimeSpan one, TimeSpan other) => one < other ? one : other;

    private Task<WarmUpResult> Run(WarmUp warmUp, IReadOnlyList<BuiltCase> cases) => warmUp.Run(
        () => TimeRound(cases), cases.Min(built => built.CallsPerBlock), context.Clock, ReadCompilation);

    /// <summary>How long the compilers of this process and of the servers have worked.</summary>
    private async Task<TimeSpan> ReadCompilation() =>
        JitInfo.GetCompilationTime() + await context.System.ReadCompilation(cancellation);

    private void EndPreparation()
    {
        IsWarm = true;
        var (fewest, time) = JudgesTimes
            ? (RoundsBeforeFirstLook, context.Plan.FirstLook)
            : (RoundsForDisplay, PartForDisplay * context.Plan.FirstLook);
        var wanted = Math.Max(fewest, (int)(time / _roundTime));
        _firstRounds = Math.Min(wanted, _budget.AffordableRounds(_roundTime));
    }

    private void NoteServer(string name, int port)
    {
        _servers.Note(name, port);
        context.Listener.OnRequestStarted(name, port);
    }

    private void StartCall(CaseId id)
    {
        _servers.Start(id);
        _budget.StartCall(id);
        watchdog.Watch(id);
    }

    /// <summary>Returns how long each case's block takes while nothing else runs, in nanoseconds.</summary>
    private static async Task<IReadOnlyList<double>> FitBlocks(IReadOnlyList<BuiltCase> cases)
    {
        foreach (var built in cases)
            await Call(built, built.FitBlock);
        BuiltCase.AlignBlocks(cases);

        var blocks = new List<double>();
        foreach (var built in cases)
            await Call(built, async () => blocks.Add(await built.EstimateBlock()));
        return blocks;

        static Task Call(BuiltCase built, Func<Task> run) => CaseFailedException.Wrap(built.Id, CasePart.Call, run);
    }

    private async Task TimeRounds(IReadOnlyList<BuiltCase> cases, BaselineCopy? copy)
    {
        var start = context.Clock.GetTimestamp();
        var waited = context.Ports.Waited;
        var times = Enumerable.Range(0, RoundCount).Select(_ => new BlockTime[cases.Count]).ToArray();
        foreach (var (round, timesOfRound) in times.Index())
        {
            var copyInRound = copy?.TakesPartIn(round) == true ? copy : null;
            await _rounds.Run(cases, timesOfRound, copyInRound);
            copyInRound?.Pair(timesOfRound);
            foreach (var built in cases)
                if (built.Load is { } load)
                    _recordings[built.Id].AddCalls(load);
        }

        // Like setup and warm-up, the A/A check and pauses are not part of the budget.
        var elapsed = context.Clock.GetElapsedTime(start) - (copy?.Taken ?? TimeSpan.Zero) - (context.Ports.Waited - waited);
        _roundTime = elapsed / times.Length;
        _timesOfEpoch += elapsed;
        for (var i = 0; i < cases.Count; i++)
        {
            BlockTime[] ofCase = [.. times.Select(round => round[i])];
            await ReachedRate.RefuseUnreached(cases[i], ofCase);
            _recordings[cases[i].Id].AddRounds(Epoch, ofCase);
        }
    }

    private async Task<TimeSpan> EstimateRound(IReadOnlyList<BuiltCase> cases)
    {
        // Several rounds, because a pause of the machine during a single one would make it look too long to be measured at all.
        var times = new TimeSpan[RoundsToEstimate];
        for (var i = 0; i < times.Length; i++)
        {
            var start = context.Clock.GetTimestamp();
            await TimeRound(cases);
            times[i] = context.Clock.GetElapsedTime(start);
        }

        return times.Order().ElementAt(times.Length / 2);
    }

    private async Task<double[]> TimeRound(IReadOnlyList<BuiltCase> cases)
    {
        var times = new BlockTime[cases.Count];
        await _rounds.Run(cases, times);
        return [.. times.Select(t => t.Work)];
    }

    /// <summary>Takes one kind of samples of each case alone, in a new random order.</summary>
    private async Task Sample(SampleKinds kind, IReadOnlyList<BuiltCase> cases, Func<BuiltCase, double, Task> take)
    {
        var order = cases.Where(built => IsDue(built.Id, kind)).ToArray();
        context.Random.Shuffle(order);
        foreach (var built in order)
        {
            await _rounds.PacePorts();
            watchdog.Watch(built.Id);
            var start = context.Clock.GetTimestamp();
            try
            {
                await take(built, _effort.Of(built.Id, kind));
            }
            catch (Exception e) when (e is not (CaseFailedException or OperationCanceledException))
            {
                var fault = new Fault.NotCounted($"{built.Id}", Quotation.Of(e.Message));
                throw new EnvironmentFailedException(
                    await context.System.FindFailure() is { } failure ? new Fault.Caused(failure, fault) : fault);
            }

            Add(built.Id, kind, context.Clock.GetElapsedTime(start));
        }
    }

    private bool IsDue(CaseId id, SampleKinds kind) =>
        context.Plan.Kinds.HasFlag(kind)
        && _effort.Of(id, kind) > 0
        && (Epoch >= epochs - EpochsForDisplay || context.Plan.Needs.Limited.Of(id).HasFlag(kind));

    private void Add(CaseId? id, SampleKinds kind, TimeSpan elapsed)
    {
        _timed += _effort.Add(id, kind, elapsed);
        _sampled += elapsed;
    }

    private Task CountAllocations(BuiltCase built, double effort) => CaseFailedException.Wrap(
        built.Id,
        CasePart.Call,
        async () => _recordings[built.Id].AddWindows(
            Epoch, await AllocationCounter.Count(built, effort, PlanWindows(built, SampleKinds.Bytes))));

    private async Task MeasureCosts(BuiltCase built, double effort) =>
        _recordings[built.Id].AddStretch(Epoch, await Stretch.Measure(built, effort, context.Clock, ReadableServer, cancellation));

    private async Task CountServerAllocations(BuiltCase built, double effort, IUsageSource server) =>
        _recordings[built.Id].AddServerWindows(
            Epoch,
            await ServerWindows.Count(built, effort, PlanWindows(built, SampleKinds.ServerBytes), context.Clock, server, cancellation));

    // Of calls that overlap, a few windows cover enough of them.
    private WindowPlan PlanWindows(BuiltCase built, SampleKinds kind)
    {
        if (built.Load is not null || !context.Plan.Needs.Bounded.Of(built.Id).HasFlag(kind))
            return WindowPlan.Short;
        var each = context.Plan.Budget.Windows(JudgesTimes) / (epochs * benchmarks.Count);
        return new((int)Math.Ceiling(context.Plan.Needs.DecisiveWindows / (double)epochs), each);
    }

    private async Task CountEvents(BuiltCase built, double effort)
    {
        var counters = context.System.CreateCounters(built.Id);
        var length = context.Plan.Needs.Limited.Of(built.Id).HasFlag(SampleKinds.Counters) ? LengthOfLimitedCounts : 1;
        _recordings[built.Id].AddCounters(await CountingPass.Count(built, length * effort, context.Clock, counters, cancellation));
    }

    private string Progress(int last)
    {
        var name = $"epoch {_epochTimes.Count + 1} of {last}";
        // The first epoch compiles and warms up everything, so its length says little about the others.
        var next = _epochTimes.Count < 2 ? null : (TimeSpan?)_epochTimes[^1];
        return next is null ? name : $"{name}, about {(next.Value * (last - _epochTimes.Count)).InSeconds("0.0")} s to go";
    }
}
