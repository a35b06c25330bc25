using HttpPerf.Checking;
using HttpPerf.Counting;
using HttpPerf.Machine;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>One attempt to measure the cases of a group, all of which are assumed to work.</summary>
internal sealed class GroupMeasurement(
    IReadOnlyList<Benchmark> benchmarks, int epochs, MeasuringOptions options, Watchdog watchdog, CancellationToken cancellation)
{
    private const int FewestRounds = 4;
    private const int RoundsBeforeFirstLook = 16;
    private const int RoundsToEstimate = 3;

    private readonly Dictionary<CaseId, Recording> _recordings = benchmarks.ToDictionary(b => b.Id, b => new Recording(b.Id));
    private readonly AACheckMeasurement _aaCheck = new(benchmarks, options);
    private readonly Rounds _rounds = new(options, watchdog, cancellation);
    private readonly Effort _effort = new(epochs);
    private readonly List<TimeSpan> _epochTimes = [];

    /// <summary>Created when the cases have used their hosts.</summary>
    private ICounterSource? _counters;

    /// <summary>Created at the same time.</summary>
    private IUsageSource? _server;

    /// <summary>How many rounds an epoch of the first pass has; 0 until the first epoch has measured how long a round takes.</summary>
    private int _firstRounds;
    private TimeSpan _roundTime;

    /// <summary>How long it took to build a case in the last epoch.</summary>
    private TimeSpan _setUp;
    private TimeSpan _timed;

    private TimeSpan _sampled;

    /// <summary>How long the last epoch took apart from sampling.</summary>
    private TimeSpan _overhead;

    private IUsageSource? ReadableServer => _server is { Objection: null } ? _server : null;

    private int Epoch => _epochTimes.Count;

    private int RoundCount => (int)(_firstRounds * _effort.OfRounds);

    /// <summary>Whether the warm-up of the first epoch is complete, so that everything is compiled, here and in the server.</summary>
    public bool IsWarm { get; private set; }

    public GroupSamples Samples => new([.. benchmarks.Select(b => _recordings[b.Id].ToSamples(b.OperationsPerInvoke))], [])
    {
        EpochsPerPass = epochs,
        AACheck = _aaCheck.Samples,
        ServerObjection = _server?.Objection,
    };

    /// <summary>
    /// Measures a pass of epochs and looks at the results. Then adds passes of new epochs, each of which doubles the samples of what is
    /// undecided, until everything is decided or the budget is used up: once by what counts toward it, or twice by all.
    /// </summary>
    public async Task Run(Func<GroupSamples, IReadOnlyDictionary<CaseId, SampleKinds>> findUndecided)
    {
        var start = options.Clock.GetTimestamp();
        IReadOnlyDictionary<CaseId, SampleKinds> undecided;
        do
        {
            var last = _epochTimes.Count + epochs;
            while (_epochTimes.Count < last)
                await MeasureEpoch(last);
            undecided = findUndecided(Samples);
        }
        while (undecided.Count > 0 && _effort.TryPlan(undecided, Left(), FewestRounds / (double)_firstRounds));

        TimeSpan Left()
        {
            var (ofBudget, ofAll) = (options.Budget - _timed, (2 * options.Budget) - options.Clock.GetElapsedTime(start));
            // Setup, warm-up and cleanup take as long as they did in the last epoch.
            ofAll -= epochs * _overhead;
            return ofBudget < ofAll ? ofBudget : ofAll;
        }
    }

    private async Task MeasureEpoch(int last)
    {
        var start = options.Clock.GetTimestamp();
        var sampled = _sampled;
        options.Progress(Progress(last));
        await _rounds.PacePorts();
        var background = new BackgroundWork();
        var watched = _epochTimes.Count == 0 ? [.. benchmarks.Select(background.Watch)] : benchmarks;
        var copied = _effort.OfRounds > 0 && _epochTimes.Count > 0 ? _aaCheck.Plan(_setUp, _roundTime) : null;
        var building = options.Clock.GetTimestamp();
        await BuiltGroup.Use(watched, copied, options.Random, id => _recordings[id].CallsPerBlock, watchdog, async group =>
        {
            _setUp = options.Clock.GetElapsedTime(building) / (group.Cases.Count + (copied is null ? 0 : 1));
            try
            {
                await Measure(group);
            }
            catch (CaseFailedException e)
            {
                // Checked before the group is cleaned up: once a [GlobalCleanup] has disposed of a server, nothing shows how it died.
                if (await options.EnvironmentFailure() is { } failure)
                    throw new EnvironmentFailedException($"{failure}\n{e.Message}");
                e.IsCaseSpecific = true;
                throw;
            }
        });
        foreach (var note in await background.FindLeft(watchdog.Watch))
            options.Note(note);
        _epochTimes.Add(options.Clock.GetElapsedTime(start));
        _overhead = _epochTimes[^1] - (_sampled - sampled);
    }

    private async Task Measure(BuiltGroup group)
    {
        var cases = group.Cases;
        if (_epochTimes.Count == 0)
            await PrepareFirstEpoch(cases);
        else
            await WarmUp.Warm.Run(() => TimeRound(cases), options.Clock);
        if (_effort.OfRounds > 0)
        {
            var copy = _aaCheck.Start(group.Copy, _setUp, RoundCount);
            await TimeRounds(cases, copy);
            _aaCheck.End(copy);
        }

        _server ??= options.ServerUsage?.Invoke();
        _counters ??= options.Counters?.Invoke();
        await Sample(SampleKinds.Bytes, cases, CountAllocations);
        await Sample(SampleKinds.Costs, cases, MeasureCosts);
        await Probe.CheckAgain([.. cases.Select(c => c.Instance)], watchdog.Watch);
        if (ReadableServer is { } server)
            await Sample(SampleKinds.ServerBytes, cases, (built, effort) => CountServerAllocations(built, effort, server));
        if (_counters is { } counters)
            await Sample(SampleKinds.Counters, cases, (built, effort) => CountEvents(built, effort, counters));
    }

    private async Task PrepareFirstEpoch(IReadOnlyList<BuiltCase> cases)
    {
        await Probe.Check([.. cases.Select(c => c.Instance)], watchdog.Watch, options.Note);
        if (await options.UnfitCode() is { } unfit)
            throw new EnvironmentFailedException(unfit);
        await FitBlocks(cases);
        await options.FirstWarmUp.Run(() => TimeRound(cases), options.Clock);
        IsWarm = true;
        await FitBlocks(cases);
    }

    private async Task FitBlocks(IReadOnlyList<BuiltCase> cases)
    {
        foreach (var built in cases)
        {
            watchdog.Watch(built.Id);
            await CaseFailedException.Wrap(built.Id, "The benchmark", built.FitBlock);
            _recordings[built.Id].CallsPerBlock = built.CallsPerBlock;
        }
    }

    private async Task TimeRounds(IReadOnlyList<BuiltCase> cases, BaselineCopy? copy)
    {
        var start = options.Clock.GetTimestamp();
        var waited = options.Ports.Waited;
        if (_firstRounds == 0)
            _firstRounds = await EstimateRounds(cases);

        var times = Enumerable.Range(0, RoundCount).Select(_ => new BlockTime[cases.Count]).ToArray();
        foreach (var (round, timesOfRound) in times.Index())
        {
            var copyInRound = copy?.TakesPartIn(round) == true ? copy : null;
            await _rounds.Run(cases, timesOfRound, copyInRound);
            copyInRound?.Pair(timesOfRound[_aaCheck.Reference]);
        }

        // Like setup and warm-up, the A/A check and pauses are not part of the budget.
        var elapsed = options.Clock.GetElapsedTime(start) - (copy?.Taken ?? TimeSpan.Zero) - (options.Ports.Waited - waited);
        _roundTime = elapsed / times.Length;
        Add(null, SampleKinds.Times, elapsed);
        for (var i = 0; i < cases.Count; i++)
            _recordings[cases[i].Id].AddEpoch([.. times.Select(round => round[i])]);
    }

    private async Task<int> EstimateRounds(IReadOnlyList<BuiltCase> cases)
    {
        // Several rounds, because a pause of the machine during a single one would make it look too long to be measured at all.
        var times = new TimeSpan[RoundsToEstimate];
        for (var i = 0; i < times.Length; i++)
        {
            var start = options.Clock.GetTimestamp();
            await TimeRound(cases);
            times[i] = options.Clock.GetElapsedTime(start);
        }

        _roundTime = times.Order().ElementAt(times.Length / 2);
        var affordable = (int)Math.Clamp(options.Budget / (_roundTime * epochs), 0, 1_000_000);
        if (affordable < FewestRounds)
            throw new OutOfBudgetException(
                $"One round of all {cases.Count} cases takes {_roundTime.TotalSeconds:0.0} s. "
                + $"The minimum, {epochs} epochs of {FewestRounds} rounds, would take "
                + $"{(_roundTime * epochs * FewestRounds).TotalSeconds:0} s; the budget is {options.Budget.TotalSeconds:0.#} s. "
                + $"Make the operations smaller, split the group, or raise the budget ({MeasuringOptions.BudgetSetting}).");
        var wanted = Math.Max(RoundsBeforeFirstLook, (int)(options.FirstLook / _roundTime));
        return Math.Min(wanted, affordable);
    }

    private async Task<double[]> TimeRound(IReadOnlyList<BuiltCase> cases)
    {
        var times = new BlockTime[cases.Count];
        await _rounds.Run(cases, times);
        return [.. times.Select(t => t.Nanoseconds)];
    }

    /// <summary>Takes one kind of samples of each case alone, in a new random order.</summary>
    private async Task Sample(SampleKinds kind, IReadOnlyList<BuiltCase> cases, Func<BuiltCase, double, Task> take)
    {
        var order = cases.Where(built => options.Kinds.HasFlag(kind) && _effort.Of(built.Id, kind) > 0).ToArray();
        options.Random.Shuffle(order);
        foreach (var built in order)
        {
            await _rounds.PacePorts();
            watchdog.Watch(built.Id);
            var start = options.Clock.GetTimestamp();
            try
            {
                await take(built, _effort.Of(built.Id, kind));
            }
            catch (Exception e) when (e is not (CaseFailedException or OperationCanceledException))
            {
                var cause = $"What happens while {built.Id} runs could not be counted. {e.Message}";
                throw new EnvironmentFailedException(
                    await options.EnvironmentFailure() is { } failure ? $"{failure}\n{cause}" : cause);
            }

            Add(built.Id, kind, options.Clock.GetElapsedTime(start));
        }
    }

    private void Add(CaseId? id, SampleKinds kind, TimeSpan elapsed)
    {
        _timed += _effort.Add(id, kind, elapsed);
        _sampled += elapsed;
    }

    private Task CountAllocations(BuiltCase built, double effort) => CaseFailedException.Wrap(
        built.Id, "The benchmark", async () => _recordings[built.Id].AddWindows(Epoch, await AllocationCounter.Count(built, effort)));

    private async Task MeasureCosts(BuiltCase built, double effort) =>
        _recordings[built.Id].AddStretch(Epoch, await Stretch.Measure(built, effort, options.Clock, ReadableServer, cancellation));

    private async Task CountServerAllocations(BuiltCase built, double effort, IUsageSource server) =>
        _recordings[built.Id].AddServerWindows(
            Epoch, await ServerWindows.Count(built, effort, options.Clock, server, cancellation));

    private async Task CountEvents(BuiltCase built, double effort, ICounterSource counters) =>
        _recordings[built.Id].AddCounters(await CountingPass.Count(built, effort, options.Clock, counters, cancellation));

    private string Progress(int last)
    {
        var name = $"epoch {_epochTimes.Count + 1} of {last}";
        // The first epoch compiles and warms up everything, so its length says little about the others.
        var next = _epochTimes.Count < 2 ? null : (TimeSpan?)_epochTimes[^1];
        return next is null ? name : $"{name}, about {(next.Value * (last - _epochTimes.Count)).TotalSeconds:0.0} s to go";
    }
}
