using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Judging;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>A group in which a case fails, or something that all cases need.</summary>
public sealed class FailureTests
{
    private static readonly Benchmark Healthy = Fake.Of(Fake.Baseline, Fake.Nothing);

    public static TheoryData<string, string> Places => new()
    {
        { "build", nameof(CasePart.Constructor) },
        { "set up", nameof(CasePart.GlobalSetup) },
        { "before", nameof(CasePart.IterationSetup) },
        { "first call", nameof(CasePart.Call) },
        { "hundredth call", nameof(CasePart.Call) },
        { "after", nameof(CasePart.IterationCleanup) },
        { "clean up", nameof(CasePart.GlobalCleanup) },
    };

    [Theory]
    [MemberData(nameof(Places))]
    public async Task A_case_that_throws_fails_with_the_exception_and_the_others_are_measured(string place, string blamed)
    {
        // Calls of 10 µs, so that the warm-up has more than a hundred of them, however busy the machine.
        var clock = new FakeClock();
        void Call() => clock.Advance(TimeSpan.FromMicroseconds(10));
        var cleanedUp = 0;
        var calls = 0;
        var failing = new Benchmark(Fake.One, 1, () =>
        {
            ThrowAt("build");
            return new Workload(
                new VoidOperation(() =>
                {
                    Call();
                    calls++;
                    ThrowAt("first call");
                    if (calls == 100)
                        ThrowAt("hundredth call");
                }),
                () => ThrowAt("set up"),
                () =>
                {
                    cleanedUp++;
                    return ThrowAt("clean up");
                },
                () => ThrowAt("before"),
                () => ThrowAt("after"));
        });
        Task ThrowAt(string here) => here == place ? throw new InvalidOperationException("Out of order.") : Task.CompletedTask;

        var healthy = Fake.Of(Fake.Baseline, new VoidOperation(Call), before: Fake.Nothing);

        var samples = await Fake.Measure(Fake.Quickest with { Clock = clock }, 1, failing, healthy);

        var failure = samples.Failures.Should().ContainSingle().Subject;
        failure.Id.Should().Be(Fake.One);
        var threw = failure.Fault.Should().BeOfType<Fault.Threw>().Subject;
        threw.Part.ToString().Should().Be(blamed);
        threw.Exception.Should().StartWith("System.InvalidOperationException: Out of order.").And.Contain(nameof(FailureTests));
        failure.InMidRun.Should().Be(place == "clean up", "everything else happens before the code is warm");
        samples.Cases.Select(c => c.Id).Should().Equal(Fake.Baseline);
        cleanedUp.Should().Be(place == "build" ? 0 : 1);
    }

    [Fact]
    public async Task What_failed_first_is_not_hidden_by_a_cleanup_that_fails_after_it()
    {
        var failing = Fake.Of(
            Fake.One,
            new VoidOperation(() => throw new InvalidOperationException("First.")),
            cleanUp: () => throw new InvalidOperationException("Second."));

        var samples = await Fake.Measure(failing);

        samples.Failures.Single().Fault.Should().BeOfType<Fault.Threw>().Which.Part.Should().Be(CasePart.Call);
    }

    [Fact]
    public async Task A_failing_cleanup_keeps_no_other_case_from_being_cleaned_up()
    {
        var cleanedUp = false;
        var failing = Fake.Of(
            Fake.One, new VoidOperation(Fake.Nothing), cleanUp: () => throw new InvalidOperationException("Out of order."));
        var other = Fake.Of(Fake.Other, new VoidOperation(() => cleanedUp = false), cleanUp: () => cleanedUp = true);

        await Fake.Measure(failing, other);

        cleanedUp.Should().BeTrue();
    }

    [Fact]
    public async Task All_cases_can_fail_each_for_a_reason_of_its_own()
    {
        var samples = await Fake.Measure(
            Fake.Of(Fake.One, () => throw new InvalidOperationException("This.")),
            Fake.Of(Fake.Other, () => throw new InvalidOperationException("That.")));

        samples.Cases.Should().BeEmpty();
        samples.Failures.Select(f => f.Id).Should().Equal(Fake.One, Fake.Other);
        samples.Failures[0].Fault.Should().BeOfType<Fault.Threw>().Which.Exception.Should().Contain("This.");
        samples.Failures[1].Fault.Should().BeOfType<Fault.Threw>().Which.Exception.Should().Contain("That.");
    }

    [Fact]
    public async Task A_long_reason_of_many_cases_is_kept_once()
    {
        var options = Fake.Quick with
        {
            Failure = () => Task.FromResult<Fault?>(new Fault.UnfitCode($"The server has died.\n{new string('x', 128 * 1024)}")),
        };
        var cases = Enumerable.Range(0, 20).Select(i => Fake.Of(new CaseId("Reads", $"Get{i}"), () => throw new HttpRequestException()));

        var failures = (await Fake.Measure(options, 1, [.. cases])).Failures;

        failures.Should().HaveCount(20).And.OnlyContain(f => FaultText.Describe(f.Fault).Length < 5000);
        var causes = failures.Select(f => FaultText.Describe(f.Fault)).Distinct().Should().ContainSingle().Subject;
        causes.Should().StartWith("The server has died.\nxxx").And.MatchRegex(@"\nAll of it is in .+\.$");
        File.Delete(Regex.Match(causes, @"in (\S+)\.$").Groups[1].Value);
    }

    [Fact]
    public async Task The_look_at_the_samples_knows_what_has_failed()
    {
        IReadOnlyList<CaseFailure>? seen = null;
        var measurement = new InterleavedMeasurement(Fake.Quick, samples =>
        {
            seen = samples.Failures;
            return Fake.Decided;
        });

        await measurement.Measure([Fake.Of(Fake.One, () => throw new InvalidOperationException()), Healthy], 1, CancellationToken.None);

        seen!.Select(f => f.Id).Should().Equal(Fake.One);
    }

    [Fact]
    public async Task Where_the_environment_has_failed_every_case_fails_with_what_it_says()
    {
        var options = Fake.Quick with { Failure = () => Task.FromResult<Fault?>(Fake.Death) };

        var samples = await Fake.Measure(
            options, 1, Healthy, Fake.Of(Fake.One, () => throw new HttpRequestException("Connection refused")));

        samples.Cases.Should().BeEmpty();
        samples.Failures.Select(f => f.Id).Should().Equal(Fake.Baseline, Fake.One);
        var explained = samples.Failures.Select(f => f.Fault).Distinct().Should().ContainSingle().Which.Should().BeOfType<Fault.Caused>()
            .Subject;
        explained.Cause.Should().Be(Fake.Death);
        explained.Symptom.Should().BeOfType<Fault.Threw>().Which.Exception.Should().Contain("Connection refused");
    }

    [Fact]
    public async Task A_healthy_environment_is_asked_once_for_every_failing_call()
    {
        var asked = 0;
        var options = Fake.Quick with
        {
            Failure = () =>
            {
                asked++;
                return Task.FromResult<Fault?>(null);
            },
        };

        await Fake.Measure(
            options,
            1,
            Healthy,
            Fake.Of(Fake.One, () => throw new InvalidOperationException()),
            Fake.Of(Fake.Other, () => throw new InvalidOperationException()));

        asked.Should().Be(2);
    }

    [Fact]
    public async Task The_timeout_is_that_of_a_call_however_many_follow_one_another()
    {
        var clock = new AlarmClock();
        var options = Fake.Quick with
        {
            Clock = clock,
            Budget = new(TimeSpan.FromHours(10)),
            OperationTimeout = TimeSpan.FromSeconds(30),
            Usage = () => new FakeServer(),
            Counters = _ => new FakeCounters(),
        };

        var samples = await Fake.Measure(
            options, 1, Fake.Of(Fake.One, new VoidOperation(() => clock.Advance(TimeSpan.FromSeconds(20))), before: Fake.Nothing));

        samples.Failures.Should().BeEmpty();
    }

    [Fact]
    public async Task Setup_and_cleanup_may_take_longer_than_a_call()
    {
        var clock = new AlarmClock();
        // A block may have a thousand calls, which take a second by this clock.
        var options = Fake.Quickest with
        {
            Clock = clock,
            Budget = new(TimeSpan.FromMinutes(10)),
            OperationTimeout = TimeSpan.FromSeconds(30),
        };
        void Take() => clock.Advance(TimeSpan.FromSeconds(60));

        var samples = await Fake.Measure(options, 1, Fake.Of(
            Fake.One, new VoidOperation(() => clock.Advance(TimeSpan.FromMilliseconds(1))), setUp: Take, cleanUp: Take));

        samples.Failures.Should().BeEmpty();
    }

    [Fact]
    public async Task A_result_that_the_cleanup_of_its_iteration_empties_is_not_empty()
    {
        var orders = new List<string>();
        var reading = new ValueOperation<List<string>>(() =>
        {
            orders.Add("an order");
            return orders;
        });

        (await Fake.Measure(Fake.Of(Fake.One, reading, after: orders.Clear))).Failures.Should().BeEmpty();
        (await Fake.Measure(Fake.Of(Fake.One, new ValueOperation<List<string>>(() => orders), after: orders.Clear)))
            .Failures.Should().ContainSingle().Which.Fault.Should().Be(new Fault.EmptyResult("an empty collection"));
    }

    [Theory]
    [InlineData("set up")]
    [InlineData("call")]
    [InlineData("clean up")]
    public async Task What_never_returns_is_named_and_ends_the_group(string place)
    {
        // A clock of its own: on a busy machine, a call of another case might take longer than the timeout.
        var clock = new AlarmClock();
        var hangs = new TaskCompletionSource();
        Task At(string here)
        {
            clock.Advance(here == place ? TimeSpan.FromSeconds(3) : TimeSpan.FromMilliseconds(1));
            return here == place ? hangs.Task : Task.CompletedTask;
        }

        var hanging = new Benchmark(
            Fake.One, 1, () => new Workload(new TaskOperation(() => At("call")), () => At("set up"), () => At("clean up")));
        var timeout = TimeSpan.FromSeconds(2);
        var options = Fake.Quickest with
        {
            Clock = clock,
            Budget = new(TimeSpan.FromMinutes(10)),
            OperationTimeout = timeout,
            SetUpTimeout = timeout,
        };

        var samples = await Fake.Measure(options, 1, Healthy, hanging, Fake.Of(Fake.Other, Fake.Nothing));

        samples.Cases.Should().BeEmpty();
        samples.Failures.Select(f => f.Id).Should().Equal(Fake.Baseline, Fake.One, Fake.Other);
        samples.Failures.Select(f => f.Fault).Should().AllBeEquivalentTo(new Fault.Hung("Fake.One", timeout));
        hangs.SetResult();
    }

    [Fact]
    public async Task What_returns_after_it_was_given_up_is_not_called_again()
    {
        // A clock of its own: on a busy machine, one of the calls before might take longer than the timeout.
        var clock = new FakeClock();
        using var goOn = new ManualResetEventSlim();
        var cleanedUp = new TaskCompletionSource();
        var calls = 0;
        var late = Fake.Of(
            Fake.One,
            new VoidOperation(() =>
            {
                // In a round of the warm-up. Before and after rounds, some calls follow each other without a look at the cancellation.
                if (++calls != 50)
                    return;
                clock.Advance(TimeSpan.FromSeconds(1));
                goOn.Wait(CancellationToken.None);
            }),
            cleanUp: cleanedUp.SetResult,
            before: Fake.Nothing);

        await Fake.Measure(Fake.Quick with { OperationTimeout = TimeSpan.FromSeconds(0.2), Clock = clock }, 1, late);
        goOn.Set();

        await cleanedUp.Task.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
        calls.Should().Be(50);
    }

    [Fact]
    public async Task Operations_too_long_for_the_budget_are_refused_with_what_they_need_and_what_there_is()
    {
        // A clock of its own: on a busy machine, one call alone might take longer than the budget, and would be refused for that.
        var clock = new FakeClock();
        var options = Fake.Quick with { Budget = new(TimeSpan.FromSeconds(0.2)), Clock = clock };

        var samples = await Fake.Measure(options, 2, Fake.Of(Fake.One, Take), Fake.Of(Fake.Other, Take));

        samples.Cases.Should().BeEmpty();
        samples.Failures.Select(f => f.Id).Should().Equal(Fake.One, Fake.Other);
        var fault = samples.Failures.Select(f => f.Fault).Distinct().Single().Should().BeOfType<Fault.RoundTooLong>().Subject;
        // How long they took is the machine's.
        fault.Should().Be(new Fault.RoundTooLong(2, fault.Round, 2, 2, fault.Needed, options.Budget.Rounds, 1, TimeSpan.FromSeconds(5)));

        // Long enough to be refused before the warm-up, unless collections pause everything and their pauses are subtracted; else after it.
        void Take()
        {
            Thread.Sleep(200);
            clock.Advance(TimeSpan.FromMilliseconds(150));
        }
    }

    [Fact]
    public async Task A_group_that_is_warm_is_not_warmed_up_for_long_again_after_a_case_of_it_has_failed()
    {
        var clock = new FakeClock();
        int calls = 0, healthy = 0, untilFailure = 0;
        var options = Fake.Quick with
        {
            Clock = clock,
            Budget = new(TimeSpan.FromHours(1)),
            // It ends by the fake clock, after 200 rounds of two calls.
            FirstWarmUp = WarmUp.Cold with { IdleBatches = int.MaxValue, Timeout = TimeSpan.FromSeconds(4) },
        };

        var samples = await Fake.Measure(
            options,
            1,
            Fake.Of(Fake.Baseline, new VoidOperation(() => Take(ref healthy)), before: Fake.Nothing),
            Fake.Of(Fake.One, new VoidOperation(Fail), before: Fake.Nothing));

        samples.Failures.Should().ContainSingle();
        untilFailure.Should().BeGreaterThan(200);
        (healthy - untilFailure).Should().BeInRange(20, 180);

        void Take(ref int count)
        {
            count++;
            clock.Advance(TimeSpan.FromMilliseconds(10));
        }

        void Fail()
        {
            Take(ref calls);
            if (calls != 215)
                return;
            untilFailure = healthy;
            throw new InvalidOperationException("It is full.");
        }
    }
}
