using FluentAssertions;
using HttpPerf.Comparing;
using HttpPerf.Pipeline;
using HttpPerf.Running;
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

    private static readonly BenchmarkGroup Plain = Discovery.Discover(typeof(Declared.Plain)).Single();
    private static readonly CaseId Usual = Plain.Cases.Single(c => c.Id.IsBaseline).Id;
    private static readonly CaseId Other = Plain.Cases.Single(c => !c.Id.IsBaseline).Id;

    private readonly InstantClock _clock = new();
    private readonly Random _random = new(1);
    private readonly List<WorkerRequest> _requests = [];

    /// <summary>Other processes might find that the case meets a limit of 1.92.</summary>
    [Theory]
    [InlineData(1.2, typeof(Verdict.Failed))]
    [InlineData(1.92, typeof(Verdict.Inconclusive))]
    public void Without_time_for_fresh_processes_this_one_decides_unless_they_might_decide_otherwise(double limit, Type verdict)
    {
        var result = Run(limit, new Settings { Budget = TimeSpan.FromSeconds(3) }, TwiceTheWork);

        _requests.Should().BeEmpty();
        result.Verdict.Should().BeOfType(verdict);
        result.Processes.Should().Be(1);
        result.Note.Should().Be(
            "Times were judged by this process alone, because there was no time for fresh processes: the group would have taken at least "
            + "11 s, and with a budget of 3 s it may take 6 s (twice the budget). Intervals of ratios are wider for that.");
    }

    [Fact]
    public void Without_time_for_a_second_fresh_process_one_decides_with_this_one()
    {
        var result = Run(
            limit: 1.2, new Settings { Budget = TimeSpan.FromSeconds(8) }, TwiceTheWork, _ => Measured(2, taken: TimeSpan.FromSeconds(9)));

        result.Verdict.Should().BeOfType<Verdict.Failed>();
        result.Processes.Should().Be(2);
        result.Note.Should().Be(
            "Measured again in one fresh process, in 9.0 s: Other. With another, the group would have taken more than 20 s "
            + "(2.5 times the budget).");
    }

    [Fact]
    public void If_a_fresh_process_can_not_measure_this_one_decides_and_says_why()
    {
        var result = Run(limit: 1.2, new Settings(), 3, _ => new GroupSamples([], [new(Other, "[GlobalSetup] threw: no fixture.")]));

        result.Verdict.Should().BeOfType<Verdict.Failed>();
        result.Processes.Should().Be(1);
        result.Note.Should().Be(
            "Times were judged by this process alone, because they could not be measured in a fresh one. Intervals of ratios are wider "
            + "for that. Declared.Plain.Other: [GlobalSetup] threw: no fixture.");
    }

    [Fact]
    public void One_process_decides_if_the_settings_say_so()
    {
        var result = Run(limit: 1.2, new Settings { Processes = 1 }, 1.4);

        _requests.Should().BeEmpty();
        result.Verdict.Should().BeOfType<Verdict.Failed>();
        result.Note.Should().BeNull();
    }

    [Theory]
    [InlineData(1.4, typeof(Verdict.Failed), 3)]
    [InlineData(1, typeof(Verdict.Passed), 3)]
    public void Only_a_time_that_all_processes_find_slow_fails(double elsewhere, Type verdict, int processes)
    {
        var result = Run(limit: 1.2, new Settings(), 1.4, _ => Measured(elsewhere, taken: TimeSpan.FromSeconds(5)));

        result.Verdict.Should().BeOfType(verdict);
        result.Processes.Should().Be(processes);
        result.Note.Should().Be("Measured again in 2 fresh processes, in 10.0 s: Other.");
        _requests.Should().OnlyContain(request => request.Kinds == SampleKinds.Times && request.CallTimeoutSeconds == 30);
        _requests[0].Cases.Should().BeEquivalentTo(Usual.Name, Other.Name);
    }

    private (Verdict Verdict, int Processes, string? Note) Run(
        double limit, Settings settings, double ratio, Func<WorkerRequest, GroupSamples>? measureElsewhere = null)
    {
        var limits = Plain.Cases.Select(c => new CaseLimits(c.Id, [Thresholds.Example.Limit(Metric.TimeRatio, max: limit)])).ToList();
        var process = new FreshProcess(Plain, settings.Budget, settings.CallTimeout, _ => { }, TestContext.Current.CancellationToken)
        {
            MeasureInWorker = (request, _, _, _, _) =>
            {
                _requests.Add(request);
                return Task.FromResult(measureElsewhere!(request));
            },
        };
        var confirmation = new Confirmation(process, limits, settings, settings.Budget) { Clock = _clock };
        var samples = Measured(ratio, taken: TimeSpan.Zero);

        var confirmed = confirmation.Confirm(
            GroupComparison.Compare(samples, new ErrorRates()), samples, measuring: TimeSpan.FromSeconds(3));

        var verdict = Judge.JudgeGroup(confirmed, limits).Cases.Single(c => c.Case == Other).Verdict;
        return (verdict, confirmed.Find(Other)!.Timed[Metric.TimeRatio].Processes.Count, confirmation.Note);
    }

    private GroupSamples Measured(double ratio, TimeSpan taken)
    {
        _clock.Advance(taken);
        return Group.Of(Times(Usual, 1), Times(Other, ratio));

        CaseSamples Times(CaseId id, double times) =>
            Group.Times(id, [.. Streams.Epochs(8, 32, () => times * 10_000 * Math.Exp(0.01 * Streams.Normal(_random)))]);
    }
}
