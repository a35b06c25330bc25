using System.Diagnostics;
using HttpPerf.Counting;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>One attempt at measuring the cases of a group, all of which are taken to be healthy.</summary>
internal sealed class GroupMeasurement(
    IReadOnlyList<Benchmark> benchmarks, int epochs, MeasuringOptions options, Watchdog watchdog, CancellationToken cancellation)
{
    private const int FewestRounds = 4;
    private const int RoundsBeforeFirstLook = 16;
    private const int RoundsToFindOut = 3;

    private readonly Dictionary<CaseId, Recording> _recordings = benchmarks.ToDictionary(b => b.Id, b => new Recording(b.Id));
    private readonly List<TimeSpan> _epochTimes = [];

    /// <summary>How many rounds an epoch has; 0 until the first epoch has found out how long a round takes.</summary>
    private int _rounds;
    private TimeSpan _roundTime;
    private TimeSpan _timed;

    public GroupSamples Samples => new([.. benchmarks.Select(b => _recordings[b.Id].ToSamples(b.OperationsPerInvoke))], []);

    /// <summary>
    /// Measures a pass of epochs, looks, and goes on with as many rounds again as there were until then, every epoch anew,
    /// until all is decided or the budget used up.
    /// </summary>
    public async Task Run(Func<GroupSamples, bool> isDecided)
    {
        for (var rounds = 0; ; rounds += _rounds)
        {
            _rounds = rounds == 0 ? 0 : Math.Min(rounds, RoundsWithin(options.Budget - _timed));
            var last = _epochTimes.Count + epochs;
            while (_epochTimes.Count < last)
                await MeasureEpoch(last);

            var affordable = RoundsWithin(options.Budget - _timed);
            if (isDecided(Samples) || affordable < Math.Max(FewestRounds, (rounds + _rounds) / 4))
                return;
        }
    }

    private async Task MeasureEpoch(int last)
    {
        var start = Stopwatch.GetTimestamp();
        options.Progress(Progress(last));
        await BuiltGroup.Use(benchmarks, id => _recordings[id].CallsPerBlock, watchdog, async cases =>
        {
            try
            {
                await Measure(cases);
            }
            catch (CaseFailedException e)
            {
                // Asked before the group is cleaned up: a server that a [GlobalCleanup] disposes leaves no trace of how it died.
                if (await options.EnvironmentFailure() is { } failure)
                    throw new EnvironmentFailedException($"{failure}\n{e.Message}");
                throw;
            }
        });
        _epochTimes.Add(Stopwatch.GetElapsedTime(start));
    }

    private async Task Measure(IReadOnlyList<BuiltCase> cases)
    {
        if (_epochTimes.Count == 0)
            await FirstContact(cases);
        else
            await WarmUp.Warm.Run(() => TimeRound(cases));
        await TimeRounds(cases);
        await CountAllocations(cases);
        if (_epochTimes.Count == 0 && options.Counters is { } counters)
            await CountEvents(cases, counters());
    }

    private async Task FirstContact(IReadOnlyList<BuiltCase> cases)
    {
        await Probe.Check(cases, watchdog);
        await FitBlocks(cases);
        await WarmUp.Cold.Run(() => TimeRound(cases));
        await FitBlocks(cases);
    }

    private async Task FitBlocks(IReadOnlyList<BuiltCase> cases)
    {
        foreach (var built in cases)
        {
            watchdog.Watch(built.Id);
            await CaseFailedException.Blame(built.Id, "The benchmark", built.FitBlock);
            _recordings[built.Id].CallsPerBlock = built.CallsPerBlock;
        }
    }

    private async Task TimeRounds(IReadOnlyList<BuiltCase> cases)
    {
        var start = Stopwatch.GetTimestamp();
        if (_rounds == 0)
            _rounds = await FindRounds(cases);

        var times = cases.Select(_ => new BlockTime[_rounds]).ToArray();
        for (var round = 0; round < _rounds; round++)
            await RunRound(cases, times, round);

        var elapsed = Stopwatch.GetElapsedTime(start);
        _roundTime = elapsed / _rounds;
        _timed += elapsed;
        for (var i = 0; i < cases.Count; i++)
            _recordings[cases[i].Id].AddEpoch(times[i]);
    }

    private async Task<int> FindRounds(IReadOnlyList<BuiltCase> cases)
    {
        // Several, because a single one may have met a pause of the machine, and would then seem too long to be measured at all.
        var times = new TimeSpan[RoundsToFindOut];
        for (var i = 0; i < times.Length; i++)
        {
            var start = Stopwatch.GetTimestamp();
            await TimeRound(cases);
            times[i] = Stopwatch.GetElapsedTime(start);
        }

        _roundTime = times.Order().ElementAt(times.Length / 2);
        var affordable = RoundsWithin(options.Budget);
        if (affordable < FewestRounds)
            throw new OutOfBudgetException(
                $"A round of all {cases.Count} cases takes {_roundTime.TotalSeconds:0.0} s, and {epochs} epochs of {FewestRounds} rounds "
                + $"{(_roundTime * epochs * FewestRounds).TotalSeconds:0} s, more than the {options.Budget.TotalSeconds:0.#} s that measuring a group may take. "
                + $"Make the operations smaller, split the group, or raise the budget ({MeasuringOptions.BudgetSetting}).");
        var wanted = Math.Max(RoundsBeforeFirstLook, (int)(options.FirstLook / _roundTime));
        return Math.Min(wanted, affordable);
    }

    private int RoundsWithin(TimeSpan time) => (int)Math.Clamp(time / (_roundTime * epochs), 0, 1_000_000);

    private async Task<double[]> TimeRound(IReadOnlyList<BuiltCase> cases)
    {
        var times = cases.Select(_ => new BlockTime[1]).ToArray();
        await RunRound(cases, times, 0);
        return [.. times.Select(t => t[0].Nanoseconds)];
    }

    private async Task RunRound(IReadOnlyList<BuiltCase> cases, BlockTime[][] times, int round)
    {
        cancellation.ThrowIfCancellationRequested();
        var order = Enumerable.Range(0, cases.Count).ToArray();
        options.Random.Shuffle(order);
        foreach (var i in order)
        {
            watchdog.Watch(cases[i].Id);
            try
            {
                times[i][round] = await cases[i].TimeBlock();
            }
            catch (Exception e)
            {
                throw CaseFailedException.Of(cases[i].Id, "The benchmark", e);
            }
        }
    }

    private async Task CountAllocations(IReadOnlyList<BuiltCase> cases)
    {
        var order = cases.ToArray();
        options.Random.Shuffle(order);
        foreach (var built in order)
        {
            watchdog.Watch(built.Id);
            var recording = _recordings[built.Id];
            await CaseFailedException.Blame(built.Id, "The benchmark", async () =>
                recording.AddWindows(await AllocationCounter.Count(built)));
        }
    }

    private async Task CountEvents(IReadOnlyList<BuiltCase> cases, ICounterSource source)
    {
        foreach (var built in cases)
        {
            watchdog.Watch(built.Id);
            try
            {
                _recordings[built.Id].Counters = await CountingPass.Count(built, source, cancellation);
            }
            catch (Exception e) when (e is not (CaseFailedException or OperationCanceledException))
            {
                var cause = $"What happens while {built.Id} runs could not be counted. {e.Message}";
                throw new EnvironmentFailedException(await options.EnvironmentFailure() is { } failure ? $"{failure}\n{cause}" : cause);
            }
        }
    }

    private string Progress(int last)
    {
        var name = $"epoch {_epochTimes.Count + 1} of {last}";
        // The first epoch compiles and warms everything and says little about the others.
        var next = _epochTimes.Count < 2 ? null : (TimeSpan?)_epochTimes[^1];
        return next is null ? name : $"{name}, about {(next.Value * (last - _epochTimes.Count)).TotalSeconds:0.0} s to go";
    }
}
