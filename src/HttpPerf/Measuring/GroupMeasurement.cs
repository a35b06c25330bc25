using HttpPerf.Checking;
using HttpPerf.Model.Faults;
using HttpPerf.Machine;
using HttpPerf.Model;
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
    private readonly Dictionary<CaseId, Recording> _recordings = benchmarks.ToDictionary(b => b.Id, b => new Recording(b));
    private readonly CalledServers _servers = new();
    private readonly Rounds _rounds = new(context, watchdog, cancellation);
    private readonly BudgetCheck _budget = new(
        benchmarks.Count, epochs, context.Plan.Budget, context.Clock, benchmarks.Select(b => b.Id.IsBefore).Distinct().Count());
    private readonly PassPlanner _planner = new(context.Plan, [.. benchmarks.Select(b => b.Id)], epochs);

    /// <summary>Which build is called first where cases are called in turn: in the first epoch, of the first case that both have.</summary>
    private readonly int _first = benchmarks.Any(b => b.Id.IsBefore) ? context.Random.Next(2) : 0;

    /// <summary>How long it took to build a case in the last epoch.</summary>
    private TimeSpan _setUp;

    private Calibration Calibration => field ??= new(context, _rounds, _budget, cancellation);

    private Sampler Sampler => field ??= new(context, _planner, _rounds, watchdog, cancellation);

    private AACheckMeasurement AACheck => field ??= new(benchmarks, _servers.Of, context, attempt);

    private int Epoch => _planner.Epoch;

    /// <summary>
    /// Whether builds of a case call different servers. Then they differ between epochs by so much that few rounds hardly ever decide.
    /// </summary>
    private bool HasServerPerBuild => benchmarks.Any(b => b.Id.IsBefore && _servers.Of(b.Id) != _servers.Of(b.Id.Now()));

    private IEnumerable<Benchmark> Measured => benchmarks.Where(b => _planner.Measured.Contains(b.Id));

    /// <summary>Whether the warm-up of the first epoch is complete, so that everything is compiled, here and in the server.</summary>
    public bool IsWarm { get; private set; }

    public GroupSamples Samples => new([.. SamplesOf(isBefore: false)], [])
    {
        Before = [.. SamplesOf(isBefore: true)],
        EpochsPerPass = epochs,
        AACheck = AACheck.Samples,
        UnreadUsage = Sampler.UnreadUsage,
        WarmUp = Calibration.WarmUp?.Taken ?? TimeSpan.Zero,
        ColdAfter = Calibration.WarmUp is { IsWarm: false } cold ? cold.Taken : null,
    };

    private IEnumerable<CaseSamples> SamplesOf(bool isBefore) =>
        from benchmark in benchmarks
        where benchmark.Id.IsBefore == isBefore
        select _recordings[benchmark.Id].ToSamples(attempt.OneByOne);

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
            while (Epoch < _planner.LastEpoch)
                await MeasureEpoch();
            if (Epoch == epochs)
                NoteOverrun(context.Clock.GetElapsedTime(start));
            seen = look(Samples);
        }
        while (_planner.TryPlanPass(
            seen, context.Clock.GetElapsedTime(start), AACheck.IsReference, id => _recordings[id].LastBlock));
    }

    private async Task CheckOnly()
    {
        IEnumerable<IReadOnlyList<Benchmark>> together = attempt.OneByOne ? benchmarks.Select(b => new[] { b }) : [benchmarks];
        foreach (var built in together)
            await Use(built, controls: [], group =>
                Probe.CheckOnce([.. group.Cases.Select(c => c.Instance)], watchdog.Watch, context.Listener.OnNote));
    }

    /// <summary>As soon as an epoch has shown how long those take that compile nothing.</summary>
    private void WarnOfOverrun()
    {
        if (_planner.FirstPass is { } expected && expected > context.Plan.Budget.Group)
            context.Listener.OnProgress(
                $"about {expected.InSeconds("0")} s for {epochs} epochs, more than twice the budget of "
                + $"{context.Plan.Budget.Rounds.InSeconds("0.#")} s");
    }

    private void NoteOverrun(TimeSpan taken)
    {
        if (taken > context.Plan.Budget.Group)
            context.Listener.OnNote(
                $"The first {epochs} epochs took {taken.InSeconds("0")} s, more than twice the budget of "
                + $"{context.Plan.Budget.Rounds.InSeconds("0.#")} s. Setup, warm-up and cleanup took "
                + $"{_planner.Overhead.InSeconds("0.0")} s of the last one.");
    }

    private async Task MeasureEpoch()
    {
        var start = context.Clock.GetTimestamp();
        context.Listener.OnEpoch(Progress());
        await _rounds.PacePorts();
        var background = new BackgroundWork();
        await (attempt.OneByOne ? MeasureOneByOne(background) : MeasureTogether(background));
        var samples = Sampler.EndEpoch();
        foreach (var (id, recording) in _recordings)
            recording.Add(samples.GetValueOrDefault(id, EpochSamples.None));
        foreach (var note in await background.FindLeft(watchdog.Watch))
            context.Listener.OnNote(note);
        _planner.EndEpoch(context.Clock.GetElapsedTime(start));
        WarnOfOverrun();
    }

    private Task MeasureTogether(BackgroundWork background)
    {
        var isFirst = Epoch == 0;
        var controls = _planner.HasRounds && !isFirst ? AACheck.Plan(_setUp, _planner.RoundTime) : [];
        var inTurn = InTurn();
        return Use(isFirst ? [.. inTurn.Select(background.Watch)] : inTurn, controls, async group =>
        {
            if (isFirst)
            {
                await Prepare(group.Cases);
                EndPreparation();
            }
            else
            {
                await Calibration.Warm(WarmUp.Warm, group.Cases);
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
        .. Measured
            .GroupBy(b => b.Id.Now())
            .SelectMany((builds, i) => (i + Epoch + _first) % 2 == 0 ? builds : builds.Reverse()),
    ];

    private async Task MeasureOneByOne(BackgroundWork background)
    {
        var order = Measured.ToArray();
        context.Random.Shuffle(order);
        if (Epoch == 0)
        {
            foreach (var benchmark in order)
                await Use([background.Watch(benchmark)], controls: [], group => Prepare(group.Cases));
            EndPreparation();
        }

        foreach (var benchmark in order)
            await Use([benchmark], controls: [], async group =>
            {
                await Calibration.Warm(WarmUp.Warm, group.Cases);
                await Measure(group);
            });
    }

    private Task Use(IReadOnlyList<Benchmark> built, IReadOnlyList<Benchmark> controls, Func<BuiltGroup, Task> measure)
    {
        var building = context.Clock.GetTimestamp();
        return BuiltGroup.Use(built, controls, context, id => _recordings[id].Plan, watchdog, async group =>
        {
            _setUp = context.Clock.GetElapsedTime(building) / (group.Cases.Count + group.Controls.Count);
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
        if (!context.Plan.Kinds.HasFlag(SampleKinds.Times) || !_planner.HasRounds)
        {
            await Sampler.SampleEachAlone(group.Cases);
        }
        else if (Epoch == 0 && HasServerPerBuild && !attempt.OneByOne)
        {
            await Sampler.SampleEachAlone(group.Cases);
            _planner.LengthenRounds();
            await Calibration.WarmAgain(attempt.FirstWarmUp, group.Cases);
            await TimeRounds(group);
        }
        else
        {
            await TimeRounds(group);
            await Sampler.SampleEachAlone(group.Cases);
        }
    }

    private async Task TimeRounds(BuiltGroup group)
    {
        var control = AACheck.Start(group, _setUp, _planner.RoundCount);
        await Sampler.TimeRounds(group.Cases, control);
        AACheck.End(control);
    }

    /// <summary>Checks cases and calibrates them.</summary>
    private async Task Prepare(IReadOnlyList<BuiltCase> cases)
    {
        await context.System.WatchProbe(
            () => Probe.Check([.. cases.Select(c => c.Instance)], StartCall, context.Listener.OnNote, NoteServer, EndCall));
        if (await context.System.FindUnfitCode() is { } unfit)
            throw new EnvironmentFailedException(unfit);
        await Calibration.Run(attempt.FirstWarmUp, cases);
        foreach (var built in cases)
            _recordings[built.Id].Plan = built.Plan;
    }

    private void EndPreparation()
    {
        IsWarm = true;
        _planner.PlanRounds(Calibration.RoundTime, _budget.AffordableRounds(Calibration.RoundTime, Calibration.Blocks));
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

    private void EndCall(CaseId id, TimeSpan taken) => _recordings[id].FirstCall ??= taken.TotalNanoseconds;

    private string Progress()
    {
        var name = $"epoch {Epoch + 1} of {_planner.LastEpoch}";
        return _planner.Rest is { } rest ? $"{name}, about {rest.InSeconds("0.0")} s to go" : name;
    }
}
