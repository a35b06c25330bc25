using BenchmarkDotNet.Attributes;
using FluentAssertions;
using HttpPerf.Discovery;
using HttpPerf.Model.Faults;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
using HttpPerf.Pipeline;
using HttpPerf.Tests.Comparing;
using HttpPerf.Tests.Measuring;
using HttpPerf.Tests.Running;
using HttpPerf.Thresholds;
using HttpPerf.Workers;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>Times that fresh processes measure again, by a worker that is scripted: ratios, and how long it takes.</summary>
public sealed class ConfirmationTests
{
    private const double TwiceTheWork = 1.97;

    private static readonly BenchmarkGroup Plain = BenchmarkDiscovery.Discover(typeof(Declared.Plain)).Single();
    private static readonly CaseId Usual = Plain.Cases.Single(c => c.Id.IsBaseline).Id;
    private static readonly CaseId Other = Plain.Cases.Single(c => !c.Id.IsBaseline).Id;

    private static readonly Limit AllowedBytes = Thresholds.Example.Limit(Metric.AllocatedBytes, max: 100);

    private readonly InstantClock _clock = new();
    private readonly Random _random = new(1);
    private readonly List<WorkerRequest> _requests = [];

    /// <summary>Other processes might find that the case meets a limit of 1.92.</summary>
    [Theory]
    [InlineData(1.2, typeof(Verdict.Failed))]
    [InlineData(1.92, typeof(Verdict.Inconclusive))]
    public async Task Without_time_for_fresh_processes_this_one_decides_unless_they_might_decide_otherwise(double limit, Type verdict)
    {
        var result = await Run(limit, new Settings { Budget = TimeSpan.FromSeconds(3) }, TwiceTheWork);

        _requests.Should().BeEmpty();
        result.Verdict.Should().BeOfType(verdict);
        result.Processes.Should().Be(1);
        result.Note.Should().Be(
            "Times are from this process only, because there was no time for fresh processes: the group would have taken at least "
            + "11 s, and with a budget of 3 s it may take 6 s (twice the budget). Intervals of ratios are wider to allow for that.");
    }

    [Fact]
    public async Task Without_time_for_a_second_fresh_process_one_decides_with_this_one()
    {
        var result = await Run(limit: 1.2, new Settings { Budget = TimeSpan.FromSeconds(8) }, TwiceTheWork, elsewhere: () =>
        {
            _clock.Advance(TimeSpan.FromSeconds(9));
            return Measured((Usual, 1), (Other, 2));
        });

        result.Verdict.Should().BeOfType<Verdict.Failed>();
        result.Processes.Should().Be(2);
        result.Note.Should().Be(
            "Measured again in one fresh process, in 9.0 s: Other. With another, the group would have taken more than 20 s "
            + "(2.5 times the budget).");
    }

    [Fact]
    public async Task If_a_fresh_process_can_not_measure_this_one_decides_and_says_why()
    {
        var failure = new CaseFailure(Other, new Fault.WorkerFailed("[GlobalSetup] threw: no fixture."));

        var result = await Run(limit: 1.2, new Settings(), 3, () => new GroupSamples([], [failure]));

        result.Verdict.Should().BeOfType<Verdict.Failed>();
        result.Processes.Should().Be(1);
        result.Note.Should().Be(
            "Times are from this process only, because they could not be measured in a fresh one. Intervals of ratios are wider "
            + "to allow for that. Declared.Plain.Other: [GlobalSetup] threw: no fixture.");
    }

    [Fact]
    public async Task One_process_decides_if_the_settings_say_so()
    {
        var result = await Run(limit: 1.2, new Settings { Processes = 1 }, 1.4);

        _requests.Should().BeEmpty();
        result.Verdict.Should().BeOfType<Verdict.Failed>();
        result.Note.Should().BeNull();
    }

    [Fact]
    public async Task Only_a_time_that_all_processes_find_slow_fails_and_proposed_limits_have_room_for_what_each_measured()
    {
        var group = BenchmarkDiscovery.Discover(typeof(PerProcess)).Single();
        var (one, slowOnlyHere, slower, slowElsewhere) = (
            Id(nameof(PerProcess.One)), Id(nameof(PerProcess.Other)), Id(nameof(PerProcess.Slower)), Id(nameof(PerProcess.WithoutLimits)));
        var context = new GroupContext(Scripted(Elsewhere), group, Limits(new Settings(), group, LimitsOf), _ => { }, Cancellation)
        {
            ProposesLimits = true,
        };
        var confirmation = new Confirmation(context);

        var confirmed = await Confirm(confirmation, Measured((one, 1), (slowOnlyHere, 1.4), (slower, 3), (slowElsewhere, 1)));
        var judged = Judge.JudgeGroup(confirmed, context.Limits);

        VerdictOn(one).Should().BeOfType<Verdict.Passed>();
        VerdictOn(slowOnlyHere).Should().BeOfType<Verdict.Passed>("it is slow in one process only");
        VerdictOn(slower).Should().BeOfType<Verdict.Failed>();
        VerdictOn(slowElsewhere).Should().BeOfType<Verdict.NoLimit>().Which.LineToAdd.Should().MatchRegex(
            """ "timeRatio": 1\.[34]\d?[,} ]""", "the limit leaves room for what every process measured");
        confirmed.Find(slower)!.Timed[Metric.TimeRatio].Processes.Should().HaveCount(3);
        confirmation.Note.Should().Be("Measured again in 2 fresh processes, in 10.0 s: Other, Slower, WithoutLimits.");
        _requests[0].Should().BeEquivalentTo(
            new
            {
                Plan = new
                {
                    Kinds = SampleKinds.Times | SampleKinds.Bytes | SampleKinds.ServerBytes,
                    OperationTimeout = TimeSpan.FromSeconds(30),
                },
            });
        _requests[0].Cases.Should().BeEquivalentTo(group.Cases.Select(c => c.Id.Name));

        CaseId Id(string method) => group.Cases.Single(c => c.Id.Method == method).Id;

        IReadOnlyList<Limit> LimitsOf(CaseId id) =>
            id == slowElsewhere ? [] : id == one ? [AllowedBytes] : [Thresholds.Example.Limit(Metric.TimeRatio, max: 1.2)];

        GroupSamples Elsewhere()
        {
            _clock.Advance(TimeSpan.FromSeconds(5));
            return Measured((one, 1), (slowOnlyHere, 1), (slower, 3), (slowElsewhere, 1.3));
        }

        Verdict VerdictOn(CaseId id) => judged.Cases.Single(c => c.Case == id).Verdict;
    }

    /// <summary>Cases with scripted times.</summary>
    public class PerProcess
    {
        [Benchmark(Baseline = true)]
        public void One()
        {
        }

        [Benchmark]
        public void Other()
        {
        }

        [Benchmark]
        public void Slower()
        {
        }

        [Benchmark]
        public void WithoutLimits()
        {
        }
    }

    private async Task<(Verdict Verdict, int Processes, string? Note)> Run(
        double limit, Settings settings, double ratio, Func<GroupSamples>? elsewhere = null)
    {
        var limits = Limits(settings, Plain, _ => [Thresholds.Example.Limit(Metric.TimeRatio, max: limit)]);
        var context = new GroupContext(Scripted(elsewhere), Plain, limits, _ => { }, Cancellation);
        var confirmation = new Confirmation(context);

        var confirmed = await Confirm(confirmation, Measured((Usual, 1), (Other, ratio)));

        var verdict = Judge.JudgeGroup(confirmed, context.Limits).Cases.Single(c => c.Case == Other).Verdict;
        return (verdict, confirmed.Find(Other)!.Timed[Metric.TimeRatio].Processes.Count, confirmation.Note);
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private static ThresholdFile Limits(Settings settings, BenchmarkGroup group, Func<CaseId, IReadOnlyList<Limit>> limits) =>
        new("", [.. group.Cases.Select(c => new ThresholdEntry(c.Id.Name, new Position(1, 1), limits(c.Id)))], settings);

    private RunContext Scripted(Func<GroupSamples>? measure) => new(Variables.None)
    {
        Clock = _clock,
        MeasureInWorker = (request, _, _, _, _) =>
        {
            _requests.Add(request);
            return Task.FromResult(measure!());
        },
    };

    private static Task<GroupComparison> Confirm(Confirmation confirmation, GroupSamples samples) => confirmation.Confirm(
        GroupComparison.Compare(samples, new ErrorRates()), samples, measuring: TimeSpan.FromSeconds(3));

    private GroupSamples Measured(params (CaseId Id, double Ratio)[] cases) => Group.Of(
    [
        .. cases.Select(c => Group.Times(
            c.Id, [.. Streams.Epochs(8, 32, () => c.Ratio * 10_000 * Math.Exp(0.01 * Streams.Normal(_random)))])),
    ]);
}
