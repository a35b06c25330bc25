using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using HttpPerf.Reporting;
using HttpPerf.Results;
using HttpPerf.Tests.Comparing;
using HttpPerf.Tests.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Reporting;

public sealed class RecordedGroupTests
{
    private static readonly CaseComparison Stream = Example.Measured(
        Example.Stream,
        (Metric.TimeRatio, new(1.25, 1.2, double.PositiveInfinity)),
        (Metric.AllocatedBytes, Estimate.Exact(1024)),
        (Metric.AllocatedRatio, Estimate.Exact(double.NaN)));

    [Fact]
    public void Figures_are_as_measured_without_what_is_no_number()
    {
        var metrics = Record(new Verdict.Passed([])).Metrics;

        metrics.Should().BeEquivalentTo(new Dictionary<string, Figure>
        {
            ["timeRatio"] = new(1.25, 1.2, null) { Text = "1.25×" },
            ["allocatedBytes"] = new(1024, 1024, 1024) { Text = "1,024 B/op" },
        });
    }

    [Fact]
    public void What_cases_that_were_not_measured_say_is_short_and_visible()
    {
        var reason = $"\u001B[2K::stop-commands::x\n{new string('x', 128 * 1024)}";

        var recorded = RecordedGroup.RecordInvalid("Reads", [Example.Stream, Example.Baseline], reason, isEarlier: false);

        recorded.Cases.Should().HaveCount(2).And.OnlyContain(c => c.Message!.Length < 5000 && c.Message.StartsWith(@"\u001B[2K::"));
        File.Delete(Regex.Match(recorded.Cases[0].Message!, @"in (\S+)\.$").Groups[1].Value);
    }

    [Fact]
    public void The_earlier_build_is_at_fault_only_where_the_case_works_today()
    {
        CaseFailure[] failures = [new(Example.Stream.Before(), new Fault.WorkerFailed("[GlobalSetup] threw."))];

        FaultOf(failures).Should().Be($"{Example.Stream} at main could not be measured, so it can't be compared:\n[GlobalSetup] threw.");
        FaultOf([.. failures, new(Example.Stream, new Fault.WorkerFailed("New."))]).Should().BeNull();

        static string? FaultOf(CaseFailure[] failures)
        {
            var invalid = new JudgedCase(Example.Stream, null, new Verdict.Invalid(new Fault.NothingToPropose(null)));
            var judged = new JudgedGroup([invalid], new GroupComparison([], failures, AACheck.None) { Earlier = "at main" });
            return RecordedGroup.Record(
                "Reads", 1, judged, [], [], _ => null, new Dictionary<CaseId, Explained>(), new GroupSamples([], []), keepsSamples: false)
                .Cases.Single().EarlierFault;
        }
    }

    [Fact]
    public void Limits_say_where_they_are_and_what_would_be_met()
    {
        var limit = Example.Limit(Metric.AllocatedBytes, max: 1000);
        var limits = Record(new Verdict.Failed([new(limit, Estimate.Exact(1024), LimitStatus.Above)])).Limits;

        limits.Should().ContainSingle().Which.Should().BeEquivalentTo(new LimitResults(
            "allocatedBytes", ["allocatedBytes"], null, 1000, "*", 14, LimitStatus.Above, null, new(1010, 1040))
        {
            Text = "up to 1,000 B/op",
        });
    }

    [Fact]
    public void Every_limited_counter_has_its_figure()
    {
        var counted = Example.Measured(Example.Stream, (Metric.RequestsPerSecond, new(1000, 900, 1100))).With(CountedPass.Samples);
        Limit[] limits =
        [
            Example.Limit(Metric.Counter("my.counter{color=red}"), max: 3), Example.Limit(Metric.CounterPerSecond("my.counter"), max: 5000),
        ];

        var metrics = Record(counted, Example.Judge(counted, limits)).Metrics;

        metrics["counters.my.counter{color=red}"].Value.Should().Be(3);
        metrics["countersPerSecond.my.counter"].Should().BeEquivalentTo(new { Value = 4250, Lower = 3825, Upper = 4675 });
    }

    [Fact]
    public void What_is_not_shown_has_the_seconds_that_would_show_it_and_the_bound_that_any_number_would()
    {
        Limits(LimitStatus.NotShown, missing: 1.5).Should().BeEquivalentTo(
            new { MissingSeconds = 12.0, Closest = new { Min = (double?)null, Max = 1.04 } });
        Limits(LimitStatus.NotShown, missing: null).MissingSeconds.Should().BeNull();
        Limits(LimitStatus.Within, missing: 0).MissingSeconds.Should().BeNull();
        RecordLimited(Metric.AllocatedBytes, 24, Estimate.Exact(20)).Limits.Single().Closest.Should().BeNull();

        static LimitResults Limits(LimitStatus status, double? missing) => Record(
            Example.Measured(Example.Stream, (Metric.TimeRatio, new(1, 0.94, 1.07))),
            new Verdict.Passed(
            [
                new(Example.Limit(Metric.TimeRatio, max: 1.05), new(1, 0.94, 1.07), status)
                {
                    Decision = new(Outcome.Open, IsAbove: true, Broken: 0.1, IsNear: false, Found: null, missing) { Closest = 1.0312 },
                },
            ]),
            seconds: 8).Limits.Single();
    }

    [Fact]
    public void An_allowance_that_is_not_needed_any_more_is_taken_back()
    {
        SuggestedFor(Metric.AgainstTimeRatio, 1.1, new(1, 0.99, 1.01)).Should().Be(1.05);
        SuggestedFor(Metric.AgainstTimeRatio, 1.3, new(1.2, 1.19, 1.21)).Should().BeGreaterThan(1.2);
        SuggestedFor(Metric.AgainstAllocatedBytes, 24, Estimate.Exact(-1000)).Should().Be(0);

        double? SuggestedFor(Metric metric, double max, Estimate measured) =>
            RecordLimited(metric, max, measured).Limits.Single().Suggested.Max;
    }

    [Fact]
    public void A_case_without_limits_has_what_could_be_added() =>
        Record(new Verdict.NoLimit("", [])).ProposedMaximums.Should().BeEquivalentTo(new Dictionary<string, double>
        {
            ["allocatedBytes"] = 1040,
            ["timeRatio"] = 1.32,
        });

    [Fact]
    public void A_case_that_could_not_be_measured_has_its_verdict_and_the_reason()
    {
        var recorded = RecordedGroup.RecordInvalid("Group", [Example.Stream], "It is off.", isEarlier: false).Cases.Single();

        (recorded.Name, recorded.Verdict, recorded.Message).Should().Be((Example.Stream.Name, CaseVerdict.Invalid, "It is off."));
        recorded.Metrics.Should().BeEmpty();
    }

    [Fact]
    public void Counters_are_found_at_the_path_of_their_limits()
    {
        Metric.Counter("tls.handshakes").Path.Should().Equal("counters", "tls.handshakes");
        Metric.CounterPerSecond("tls.handshakes").Path.Should().Equal("countersPerSecond", "tls.handshakes");
        Metric.AgainstCounter(CounterSelection.AllOf("tls.handshakes")).Path.Should().Equal("against", "counters", "tls.handshakes");
        Metric.AgainstTimeRatio.Path.Should().Equal("against", "timeRatio");
    }

    private static CaseResults Record(Verdict verdict) => Record(Stream, verdict);

    private static CaseResults RecordLimited(Metric metric, double max, Estimate measured) => Record(
        Example.Measured(Example.Stream, (metric, measured)),
        new Verdict.Passed([new(Example.Limit(metric, max: max) with { Pattern = Example.Stream.Name }, measured, LimitStatus.Within)]));

    private static CaseResults Record(CaseComparison comparison, Verdict verdict, double seconds = 1) => RecordedGroup.Record(
        "Group",
        seconds,
        new([new(Example.Stream, comparison, verdict)], Example.InGroup(comparison)),
        [],
        [],
        _ => null,
        new Dictionary<CaseId, Explained>(),
        new GroupSamples([], []),
        keepsSamples: true).Cases.Single();
}
