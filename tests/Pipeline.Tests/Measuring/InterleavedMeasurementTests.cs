using System.Collections.Concurrent;
using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Checking;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>In which order what is called, with benchmarks that record it. Nothing here depends on how long anything takes.</summary>
public sealed class InterleavedMeasurementTests
{
    private static readonly CaseId[] Ids = [Fake.Baseline, Fake.One, Fake.Other];

    [Fact]
    public async Task Every_case_runs_once_in_every_round_in_changing_order()
    {
        var epochs = new List<List<(CaseId Id, bool IsProbed)>>();
        // Iterations are never called more than once in a block; those without would be called as often as fills it.
        var benchmarks = Ids
            .Select(id => Fake.Of(
                id, new VoidOperation(() => epochs[^1].Add((id, Fake.IsProbed))), setUp: () => epochs.Add([]), before: Fake.Nothing))
            .ToArray();

        await Fake.Measure(Fake.Quick with { HasAACheck = false }, 2, benchmarks);

        epochs.RemoveAll(calls => calls.Count == 0);
        epochs.Should().HaveCount(2, "calls begin when all cases are set up");
        // The first epoch begins with the probe. Every epoch has rounds of warming up and timing, and then one case after another.
        epochs[0].TakeWhile(call => call.IsProbed).Select(call => call.Id).Distinct().Should().Equal(Ids);
        var rounds = epochs[1]
            .Select(call => call.Id)
            .Chunk(Ids.Length)
            .TakeWhile(round => round.ToHashSet().Count == Ids.Length)
            .ToList();
        rounds.Should().HaveCountGreaterThan(20);
        rounds.Select(round => string.Join(", ", round)).Distinct().Should().HaveCount(6, "all orders of three occur in so many rounds");
    }

    /// <summary>The shorter one would be cold whenever its turn comes.</summary>
    [Fact]
    public async Task A_case_beside_a_far_longer_one_runs_before_it_is_timed()
    {
        var calls = new List<CaseId>();
        var quick = Fake.Of(Fake.One, new VoidOperation(() => calls.Add(Fake.One)), before: Fake.Nothing);
        var slow = Fake.Of(
            Fake.Other,
            new VoidOperation(() =>
            {
                calls.Add(Fake.Other);
                Thread.Sleep(20);
            }),
            before: Fake.Nothing);

        var samples = await Fake.Measure(Fake.Quick with { Kinds = SampleKinds.Times, HasAACheck = false }, 2, quick, slow);

        var rounds = samples.Cases[0].Times.Sum(epoch => epoch.Length);
        var perRound = calls.Count(id => id == Fake.One) / (double)rounds;
        perRound.Should().BeGreaterThan(5, "a tenth of 10 ms is enough for many calls, and without them there are about two");
        samples.Cases.Should().OnlyContain(c => c.OperationsPerBlock == 1, "the calls before aren't part of what is timed");
    }

    [Fact]
    public async Task The_first_call_is_timed_apart()
    {
        var first = TimeSpan.FromMilliseconds(30);
        var calls = 0;
        var cold = Fake.Of(Fake.One, new VoidOperation(() => Thread.Sleep(calls++ == 0 ? first : TimeSpan.Zero)), before: Fake.Nothing);

        var samples = await Fake.Measure(Fake.Quick with { HasAACheck = false }, 2, cold);

        samples.Cases.Single().FirstCall.Should().BeGreaterThanOrEqualTo(first.TotalNanoseconds);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Every_epoch_builds_sets_up_and_cleans_up_every_case_once(int epochs)
    {
        var log = new List<string>();
        Benchmark Recorded(CaseId id) => new(id, 1, () =>
        {
            log.Add($"build {id}");
            return new Workload(new VoidOperation(Fake.Nothing), () => Add($"set up {id}"), () => Add($"clean up {id}"));
        });
        Task Add(string entry)
        {
            log.Add(entry);
            return Task.CompletedTask;
        }

        var samples = await Fake.Measure(Fake.Quick with { HasAACheck = false }, epochs, Recorded(Fake.Baseline), Recorded(Fake.One));

        log.Chunk(6).Should().HaveCount(epochs).And.AllSatisfy(epoch =>
        {
            var built = new[] { epoch[0], epoch[2] }.Select(entry => entry["build ".Length..]).ToList();
            built.Should().BeEquivalentTo($"{Fake.Baseline}", $"{Fake.One}");
            epoch.Should().Equal(
                [.. built.SelectMany(id => new[] { $"build {id}", $"set up {id}" }), .. built.Select(id => $"clean up {id}")]);
        });
        samples.Failures.Should().BeEmpty();
        samples.Cases.Should().OnlyContain(c => c.Times.Count == epochs);
        samples.Cases.Select(c => c.Id).Should().Equal(Fake.Baseline, Fake.One);
    }

    [Fact]
    public async Task Every_epoch_builds_the_cases_and_the_copy_in_an_order_of_its_own()
    {
        var built = new List<CaseId>();
        Benchmark Recorded(CaseId id) => new(id, 1, () =>
        {
            built.Add(id);
            return new Workload(new VoidOperation(Fake.Nothing), () => Task.CompletedTask, () => Task.CompletedTask);
        });

        // So many that each of three orders occurs, whatever the random numbers are.
        await Fake.Measure(Fake.Quickest, 60, Recorded(Fake.Baseline), Recorded(Fake.One));

        built.Skip(2).Chunk(3).Select(epoch => string.Join(", ", epoch.Select(id => id.Method))).Distinct().Should().BeEquivalentTo(
            "Baseline, Baseline, One", "Baseline, One, Baseline", "One, Baseline, Baseline");
    }

    [Fact]
    public async Task Every_case_has_as_many_rounds_in_an_epoch_as_the_others()
    {
        var samples = await Fake.Measure(Fake.Quick, 2, [.. Ids.Select(id => Fake.Of(id, Fake.Nothing))]);

        samples.Cases.Select(c => c.Times.Select(e => e.Length)).Should().AllBeEquivalentTo(samples.Cases[0].Times.Select(e => e.Length));
        samples.Cases.Should().OnlyContain(c => c.SoloRuns.Count == 2);
    }

    [Fact]
    public async Task What_no_verdict_rests_on_is_sampled_in_two_epochs_of_the_first_pass()
    {
        var options = Fake.Quick with
        {
            Limited = new(SampleKinds.Costs, new KindsOfCase(Fake.One, SampleKinds.Bytes)),
            Counters = _ => new FakeCounters(),
        };

        var samples = await Fake.Measure(options, 6, Fake.Of(Fake.One, Fake.Nothing), Fake.Of(Fake.Other, Fake.Nothing));

        samples.Cases.Select(c => c.Times.Count).Should().Equal(6, 6);
        samples.Cases.Select(c => c.Allocation.Counted().BytesPerOperation.Count).Should().Equal(6, 2);
        samples.Cases.Select(c => c.SoloRuns.Count).Should().Equal(2, 6);
        samples.Cases.Select(c => c.Counters.Count).Should().Equal(2, 2);
    }

    [Theory]
    [InlineData(SampleKinds.Bytes, 8)]
    [InlineData(SampleKinds.Times, 16)]
    internal async Task There_are_fewer_rounds_where_no_verdict_rests_on_times(SampleKinds limited, int rounds)
    {
        var options = Fake.Quick with { Limited = new(SampleKinds.Bytes, new KindsOfCase(Fake.One, limited)) };

        var samples = await Fake.Measure(options, 2, Fake.Of(Fake.One, Fake.Nothing), Fake.Of(Fake.Other, Fake.Nothing));

        samples.Cases.SelectMany(c => c.Times).Should().OnlyContain(times => times.Length == rounds);
    }

    [Theory]
    [InlineData(SampleKinds.Bytes, 25)]
    [InlineData(SampleKinds.Times, 100)]
    internal async Task They_take_a_quarter_of_the_time_there(SampleKinds limited, int rounds)
    {
        var clock = new FakeClock();
        var look = TimeSpan.FromMilliseconds(100);
        var options = Fake.Quick with { Limited = new(limited), FirstLook = look, Clock = clock, HasAACheck = false };

        var operation = new VoidOperation(() => clock.Advance(TimeSpan.FromMilliseconds(1)));

        var samples = await Fake.Measure(options, 2, Fake.Of(Fake.One, operation, before: Fake.Nothing));

        samples.Cases.SelectMany(c => c.Times).Should().OnlyContain(times => times.Length == rounds);
    }

    [Fact]
    public async Task It_stops_after_twice_the_budget_by_the_clock_whatever_the_time_was_spent_on()
    {
        var clock = new FakeClock();
        var looks = 0;
        var options = Fake.Quick with { Clock = clock, HasAACheck = false, Budget = new(TimeSpan.FromSeconds(100)) };
        var slow = Fake.Of(
            Fake.One,
            new VoidOperation(() => clock.Advance(TimeSpan.FromMicroseconds(10))),
            setUp: () => clock.Advance(TimeSpan.FromSeconds(40)));

        await new InterleavedMeasurement(options, samples =>
        {
            looks++;
            return Fake.UndecidedTimes(samples);
        }).Measure([slow], 2, CancellationToken.None);

        looks.Should().Be(2, "a third pass would begin after 160 s and end after 240 s");
        // Rounds of the second pass fill its share of the budget, to a round or so.
        clock.Now.Should().BeLessThan(TimeSpan.FromSeconds(201));
    }

    [Fact]
    public async Task A_look_may_shorten_the_time_that_is_left()
    {
        var looks = 0;

        await new InterleavedMeasurement(Fake.Quick, samples =>
        {
            looks++;
            return Fake.UndecidedTimes(samples) with { TimeLimit = TimeSpan.FromSeconds(looks < 2 ? 100 : 0) };
        }).Measure([Fake.Of(Fake.One, Fake.Nothing)], 2, CancellationToken.None);

        looks.Should().Be(2);
    }

    [Theory]
    [InlineData(2100, false)]
    [InlineData(1900, true)]
    public async Task A_group_that_takes_longer_than_twice_its_budget_says_so_after_two_epochs(int budget, bool isTooLong)
    {
        var clock = new FakeClock();
        var messages = new List<string>();
        var options = Fake.Quick with
        {
            Clock = clock,
            HasAACheck = false,
            Budget = new(TimeSpan.FromSeconds(budget)),
            Progress = messages.Add,
        };
        var slow = Fake.Of(
            Fake.One,
            new VoidOperation(() => clock.Advance(TimeSpan.FromMicroseconds(1))),
            setUp: () => clock.Advance(TimeSpan.FromSeconds(1000)));

        await Fake.Measure(options, 4, slow);

        if (isTooLong)
            messages.Should().ContainSingle().Which.Should().MatchRegex(
                "^about 40\\d\\d s for 4 epochs, more than twice the budget of 1900 s$");
        else
            messages.Should().BeEmpty();
    }

    [Fact]
    public async Task It_stops_at_the_look_that_decides_and_at_least_doubles_the_rounds_until_then()
    {
        var looks = new List<GroupSamples>();
        // Enough for three passes, however busy the machine is.
        var measurement = new InterleavedMeasurement(Fake.Quickest with { Budget = new(TimeSpan.FromMinutes(20)) }, samples =>
        {
            looks.Add(samples);
            return looks.Count == 3 ? Fake.Decided : Fake.UndecidedTimes(samples);
        });

        var result = await measurement.Measure([Fake.Of(Fake.One, Fake.Nothing)], epochs: 2, CancellationToken.None);

        int[] rounds = [.. looks[^1].Cases[0].Times.Select(epoch => epoch.Length)];
        looks.Select(l => RoundsOf(l.Cases[0])).Should().Equal(
            ["16, 16", string.Join(", ", rounds[..4]), string.Join(", ", rounds)], "what was measured stays");
        rounds.Should().HaveCount(6).And.StartWith([16, 16]);
        rounds[3].Should().BeGreaterThanOrEqualTo(16, "a pass is as long as all before it");
        rounds[5].Should().BeGreaterThanOrEqualTo(16 + rounds[3]);
        result.Cases[0].Times.Should().Equal(looks[^1].Cases[0].Times);
    }

    [Fact]
    public async Task What_is_decided_takes_no_part_in_later_passes_unless_the_check_rests_on_it()
    {
        var looks = 0;
        var calls = new Dictionary<CaseId, int>();
        var callsAtFirstLook = 0;
        Benchmark Counted(CaseId id) => Fake.Of(id, () => calls[id] = calls.GetValueOrDefault(id) + 1);
        var measurement = new InterleavedMeasurement(Fake.Quick, _ =>
        {
            if (++looks == 1)
                callsAtFirstLook = calls[Fake.Other];
            return looks == 3 ? Fake.Decided : Fake.Undecided(Fake.One, SampleKinds.Times);
        });

        var samples = await measurement.Measure(
            [Counted(Fake.Baseline), Counted(Fake.One), Counted(Fake.Other)], epochs: 2, CancellationToken.None);

        samples.Cases[0].Times.Should().HaveCount(6);
        samples.Cases.Select(RoundsOf).Should().Equal(RoundsOf(samples.Cases[0]), RoundsOf(samples.Cases[0]), "16, 16");
        calls[Fake.Other].Should().Be(callsAtFirstLook);
    }

    [Fact]
    public async Task Only_the_undecided_case_is_counted_longer()
    {
        var looks = 0;
        var options = Fake.Quick with { Counters = _ => new FakeCounters() };
        var measurement = new InterleavedMeasurement(
            options,
            _ => ++looks == 4 ? Fake.Decided : Fake.Undecided(Fake.One, SampleKinds.Counters));

        // Each block fills more than the time of a stretch, so that the number of blocks is certain. A block has two calls where a
        // collection, whose pause doesn't count, fell into the call that it was fitted by.
        var samples = await measurement.Measure(
            [Fake.Of(Fake.One, () => Thread.Sleep(10)), Fake.Of(Fake.Other, () => Thread.Sleep(10))], 1, CancellationToken.None);

        samples.Cases.Select(c => string.Join(", ", c.Counters.Select(s => s.Operations / c.OperationsPerBlock)))
            .Should().Equal("8, 8, 16, 32", "8");
        samples.Cases.Should().OnlyContain(
            c => c.Times.Count == 1 && c.SoloRuns.Count == 1, "later epochs take only what is undecided");
    }

    [Fact]
    public async Task It_gives_up_undecided_within_its_budget()
    {
        var options = Fake.Quick with { Budget = new(TimeSpan.FromMilliseconds(400)) };
        var measurement = new InterleavedMeasurement(options, Fake.UndecidedTimes);

        var samples = await measurement.Measure([Fake.Of(Fake.One, () => Thread.Sleep(1))], epochs: 2, CancellationToken.None);

        // A round takes at least its millisecond, so more than 400 can't be within the budget. Of slower ones, each epoch has a few.
        samples.Cases[0].Times.Sum(e => e.Length).Should().BeInRange(2 * BudgetCheck.MinRounds, 400);
        samples.Failures.Should().BeEmpty();
    }

    [Fact]
    public async Task Iteration_setup_and_cleanup_surround_every_single_call()
    {
        var log = new List<string>();
        var benchmark = Fake.Of(
            Fake.One,
            new VoidOperation(() => log.Add("call")),
            () => log.Add("set up"),
            () => log.Add("clean up"),
            () => log.Add("before"),
            () => log.Add("after"));

        var samples = await Fake.Measure(benchmark);

        log[0].Should().Be("set up");
        log[^1].Should().Be("clean up");
        log[1..^1].Chunk(3).Should().OnlyContain(c => c.SequenceEqual(new[] { "before", "call", "after" }));
        samples.Cases[0].OperationsPerBlock.Should().Be(1);
    }

    [Fact]
    public async Task Short_operations_are_timed_many_at_once()
    {
        var samples = await Fake.Measure(Fake.Of(Fake.One, Fake.Nothing), Fake.Of(Fake.Other, () => Thread.Sleep(1)));

        samples.Cases[0].OperationsPerBlock.Should().BeGreaterThan(100);
        samples.Cases[1].OperationsPerBlock.Should().Be(1);
    }

    [Fact]
    public async Task Progress_tells_of_every_epoch_and_after_two_of_the_time_to_go()
    {
        var told = new List<string>();
        var options = Fake.Quick with { EpochProgress = told.Add };

        await Fake.Measure(options, 3, Fake.Of(Fake.One, Fake.Nothing));

        told[..2].Should().Equal("epoch 1 of 3", "epoch 2 of 3");
        told[2].Should().MatchRegex(@"^epoch 3 of 3, about \d+\.\d s to go$");
    }

    [Fact]
    public async Task Benchmarks_run_outside_the_contexts_of_who_asked()
    {
        var flowing = new AsyncLocal<string> { Value = "of the test" };
        // BenchmarkDotNet 0.16 has one of its own, by which an asynchronous call takes 26 µs longer.
        SynchronizationContext.SetSynchronizationContext(new SynchronizationContext());
        var seen = new ConcurrentBag<object?>();
        var benchmark = Fake.Of(Fake.One, () => seen.Add(
            flowing.Value
            ?? (object?)(SynchronizationContext.Current as UnawaitedWorkContext is null ? SynchronizationContext.Current : null)));

        await Fake.Measure(benchmark);

        seen.Should().OnlyContain(context => context == null);
    }

    [Fact]
    public async Task Cancelling_ends_it_even_where_a_call_hangs()
    {
        using var cancellation = new CancellationTokenSource();
        var hangs = new TaskCompletionSource();
        var benchmark = Fake.Of(Fake.One, () =>
        {
            cancellation.Cancel();
            return hangs.Task;
        });

        var measuring = new InterleavedMeasurement(Fake.Quick, _ => Fake.Decided).Measure([benchmark], 1, cancellation.Token);

        await measuring.Invoking(m => m).Should().ThrowAsync<OperationCanceledException>();
        hangs.SetResult();
    }

    [Fact]
    public async Task Cancelled_rounds_end_before_the_next_one_and_clean_up()
    {
        using var cancellation = new CancellationTokenSource();
        var cleanedUp = new TaskCompletionSource();
        var calls = 0;
        var benchmark = Fake.Of(
            Fake.One,
            new VoidOperation(() =>
            {
                if (!Fake.IsProbed && ++calls == 10)
                    cancellation.Cancel();
            }),
            cleanUp: cleanedUp.SetResult,
            before: Fake.Nothing);

        var measuring = new InterleavedMeasurement(Fake.Quick, _ => Fake.Decided).Measure([benchmark], 1, cancellation.Token);

        await measuring.Invoking(m => m).Should().ThrowAsync<OperationCanceledException>();
        await cleanedUp.Task.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
        calls.Should().Be(10);
    }

    [Fact]
    public void A_block_is_timed_in_the_clocks_own_resolution()
    {
        Assert.SkipWhen(Stopwatch.Frequency <= 10_000_000, "This clock has no better resolution than a TimeSpan.");

        var times = Enumerable.Range(0, 1000).Select(_ => BlockTimer.Start().Stop(1).Nanoseconds);

        times.Should().Contain(t => t % 100 != 0);
    }

    private static string RoundsOf(CaseSamples samples) => string.Join(", ", samples.Times.Select(e => e.Length));
}
