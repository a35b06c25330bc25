using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.Model.Faults;
using HttpPerf.Model;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Measuring;

public sealed class CountingPassTests
{
    [Fact]
    public async Task Every_case_is_counted_alone_after_all_else_that_is_measured_in_an_epoch()
    {
        var log = new List<string>();
        var source = new FakeCounters(log);

        await Fake.Measure(With(source), 2, Logged(Fake.Baseline), Logged(Fake.One));

        var first = log.IndexOf("start");
        var last = log.IndexOf("clean up", first) - 1;
        log.Take(first).Should().NotContain("clean up").And.HaveCountGreaterThan(4 * 2 * 16, "timing and counting bytes come before it");
        log.Count(l => l == "start").Should().Be(2 * 2, "both are counted in both epochs");
        var passes = string.Join(' ', log[first..(last + 1)]);
        passes.Should().MatchRegex(
            "^start (Fake.Baseline ){4,}stop start (Fake.One ){4,}stop$|^start (Fake.One ){4,}stop start (Fake.Baseline ){4,}stop$");

        Benchmark Logged(CaseId id) => Fake.Of(
            id, new VoidOperation(() => log.Add(id.Name)), before: Fake.Nothing, cleanUp: () => log.Add("clean up"));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(16)]
    public async Task What_is_counted_belongs_to_as_many_operations_as_ran_meanwhile(int operationsPerCall)
    {
        var source = new FakeCounters();
        var benchmark = Fake.Of(Fake.One, new VoidOperation(() => source.Add(3)), operations: operationsPerCall);

        var samples = await Fake.Measure(With(source), 1, benchmark);

        var counted = samples.Cases[0].Counters[0];
        counted.Operations.Should().BeGreaterThanOrEqualTo(4 * operationsPerCall);
        counted.Readings.Counted.Single().Total.Should().Be(3.0 * counted.Operations / operationsPerCall);
    }

    [Theory]
    [InlineData(true, 8, 30)]
    [InlineData(false, 4, 15)]
    public async Task Limited_counts_are_taken_twice_as_long_as_others(bool limited, int longOperations, int milliseconds)
    {
        var clock = new FakeClock();
        Benchmark Taking(CaseId id, double milliseconds) => Fake.Of(
            id, new VoidOperation(() => clock.Advance(TimeSpan.FromMilliseconds(milliseconds))), before: Fake.Nothing);

        var samples = await Fake.Measure(
            With(new FakeCounters()) with { Clock = clock, Limited = new(limited ? SampleKinds.Counters : SampleKinds.Times) },
            1,
            Taking(Fake.One, 10),
            Taking(Fake.Other, 0.1));

        samples.Cases[0].Counters[0].Operations.Should().Be(longOperations);
        samples.Cases[1].Counters[0].Operations.Should().Be(10 * milliseconds, "that is how many fit in");
    }

    [Fact]
    public async Task Without_a_source_nothing_is_counted() =>
        (await Fake.Measure(Fake.Of(Fake.One, Fake.Nothing))).Cases[0].Counters.Should().BeEmpty();

    [Theory]
    [InlineData("start", false)]
    [InlineData("stop", false)]
    [InlineData("stop", true)]
    public async Task A_source_that_fails_fails_the_group(string place, bool hasDied)
    {
        var source = new Failing(place);
        var options = Fake.Quick with
        {
            Counters = _ => source,
            Failure = () => Task.FromResult<Fault?>(hasDied ? Fake.Death : null),
        };

        var samples = await Fake.Measure(options, 1, Fake.Of(Fake.Baseline, Fake.Nothing), Fake.Of(Fake.One, Fake.Nothing));

        samples.Cases.Should().BeEmpty();
        samples.Failures.Select(f => f.Id).Should().Equal(Fake.Baseline, Fake.One);
        var missed = new[] { Fake.Baseline, Fake.One }.Select(id => new Fault.NotCounted(id.Name, "No answer."));
        IEnumerable<Fault> faults = hasDied ? missed.Select(fault => new Fault.Caused(Fake.Death, fault)) : missed;
        // Which case is counted first is chance.
        faults.Should().Contain(samples.Failures.Select(f => f.Fault).Distinct().Single());
    }

    [Fact]
    public async Task A_case_that_throws_while_it_is_counted_fails_alone_and_the_source_is_stopped()
    {
        var log = new List<string>();
        var source = new FakeCounters(log);
        var failing = Fake.Of(Fake.One, () =>
        {
            if (source.IsStarted)
                throw new InvalidOperationException("Out of order.");
        });

        var samples = await Fake.Measure(With(source), 1, failing, Fake.Of(Fake.Other, Fake.Nothing));

        var threw = samples.Failures.Single().Fault.Should().BeOfType<Fault.Threw>().Subject;
        threw.Part.Should().Be(CasePart.Call);
        threw.Exception.Should().StartWith("System.InvalidOperationException: Out of order.");
        samples.Cases.Single().Counters.Should().ContainSingle();
        // Whether the other case was counted before depends on their random order.
        log.Should().HaveCountGreaterThanOrEqualTo(4);
        log.Index().Should().OnlyContain(l => l.Item == (l.Index % 2 == 0 ? "start" : "stop"));
    }

    private static FakeMeasurement With(FakeCounters source) => Fake.Quick with { Counters = _ => source };

    private sealed class Failing(string place) : ICounterSource
    {
        public Task Start(CancellationToken cancellation) => FailAt("start");

        public async Task<CounterReadings> Stop(CancellationToken cancellation)
        {
            await FailAt("stop");
            return new CounterReadings([], new Dictionary<string, string>());
        }

        private Task FailAt(string here) => here == place ? throw new IOException("No answer.") : Task.CompletedTask;
    }
}
