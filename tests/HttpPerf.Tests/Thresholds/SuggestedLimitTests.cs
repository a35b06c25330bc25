using System.Text.Json;
using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
using HttpPerf.Reporting;
using Xunit;
using static HttpPerf.Metric;

namespace HttpPerf.Tests.Thresholds;

public sealed class SuggestedLimitTests
{
    public static TheoryData<string, double, double, double?> Roundings => new()
    {
        { "allocatedRatio", 0.4545, 0.46, 0.45 },
        { "allocatedRatio", 0.46, 0.46, 0.46 },
        { "allocatedRatio", 0.29, 0.29, 0.29 },
        { "allocatedRatio", 0.00123, 0.0013, 0.0012 },
        { "allocatedRatio", 0, 0.01, null },
        { "allocatedRatio", 123.456, 123.46, 123.45 },
        { "timeRatio", 1, 1.05, 0.95 },
        { "timeRatioP95", 1.03, 1.09, 0.97 },
        { "allocatedBytes", 0, 0, null },
        { "allocatedBytes", 24, 24, 24 },
        { "allocatedBytes", 24.5, 25, 24 },
        { "allocatedBytes", 0.4, 1, null },
        { "allocatedBytes", 3400, 3440, 3360 },
        { "allocatedBytes", 128_840, 131_000, 127_000 },
        { "medianTime", 512_345, 540_000, 480_000 },
        { "requestsPerSecond", 1987.6, 2100, 1800 },
        { "gen0Collections", 3.27, 3.3, 3.2 },
        { "gen2Collections", 0, 0, null },
    };

    [Theory]
    [MemberData(nameof(Roundings))]
    public void Limits_are_rounded_outward_by_unit(string metric, double measured, double max, double? min)
    {
        var named = All.Single(known => known.Name == metric);
        SuggestedLimit.Max(named, Estimate.Exact(measured)).Should().Be(max);
        SuggestedLimit.Min(named, Estimate.Exact(measured)).Should().Be(min);
    }

    [Theory]
    [InlineData(0, 0, null)]
    [InlineData(1, 1, 1.0)]
    [InlineData(1.0025, 1.01, 1.0)]
    [InlineData(0.0333333, 0.0334, 0.0333)]
    [InlineData(12_345, 12_400, 12_300.0)]
    public void Counts_are_exact_and_need_no_room(double measured, double max, double? min)
    {
        SuggestedLimit.Max(Counter("tls.handshakes"), Estimate.Exact(measured)).Should().Be(max);
        SuggestedLimit.Min(Counter("tls.handshakes"), Estimate.Exact(measured)).Should().Be(min);
    }

    [Fact]
    public void What_takes_less_than_before_may_grow_by_nothing()
    {
        SuggestedLimit.Max(AgainstAllocatedBytes, Estimate.Exact(-1000)).Should().Be(0);
        SuggestedLimit.Max(AgainstCounter(CounterSelection.AllOf("tls.handshakes")), new Estimate(-1, -1.5, -0.5)).Should().Be(0);
    }

    [Theory]
    [InlineData(6, 6, 6, 6)]
    [InlineData(0.25, 0.25, 0.25, 0.25)]
    [InlineData(5.6, 4.9, 6.3, 7)]
    [InlineData(6, -260, 273, 7)]
    [InlineData(5.4, double.NegativeInfinity, double.PositiveInfinity, 7)]
    public void Round_trips_are_whole_ones_however_wide_the_interval_is(double measured, double lower, double upper, double max) =>
        SuggestedLimit.Max(Metric.RoundTrips, new Estimate(measured, lower, upper)).Should().Be(max);

    [Fact]
    public void Counts_per_second_get_the_room_of_a_time() =>
        SuggestedLimit.Max(CounterPerSecond("tls.handshakes"), Estimate.Exact(1000)).Should().Be(1100);

    [Fact]
    public void The_next_runs_whole_interval_is_let_in_where_this_one_is_bounded()
    {
        SuggestedLimit.Max(AllocatedBytes, new Estimate(51_400, 51_368, 51_742)).Should().Be(52_700);
        SuggestedLimit.Min(AllocatedBytes, new Estimate(51_400, 51_368, 51_742)).Should().Be(50_800);
        SuggestedLimit.Max(AllocatedRatio, new Estimate(1.24, 1.23, 1.24)).Should().Be(1.26, "what varies may vary a little more");
        SuggestedLimit.Max(TimeRatio, new Estimate(1.1, 1, 1.2)).Should().Be(1.37);
        SuggestedLimit.Max(TimeRatio, new Estimate(1, 0.5, double.PositiveInfinity)).Should().Be(1.05);
        SuggestedLimit.Min(TimeRatio, new Estimate(1, double.NegativeInfinity, 2)).Should().Be(0.95);
    }

    [Fact]
    public void The_line_to_add_holds_the_usual_metrics()
    {
        var comparison = Example.Measured(
            Example.Stream,
            (TimeRatio, new Estimate(0.99, 0.98, 1)),
            (AllocatedRatio, Estimate.Exact(0.1812)),
            (AllocatedBytes, Estimate.Exact(51_400)),
            (MedianTime, Estimate.Exact(500_000)));
        SuggestedLimit.LineToAdd(comparison).Should().Be(
            "\"ReadPattern.GetStream(Size: 1000)\": { \"allocatedBytes\": 52000, \"allocatedRatio\": 0.19, \"timeRatio\": 1.07 }");
    }

    [Fact]
    public void A_quick_run_proposes_no_limits_on_times()
    {
        var comparison = Example.Measured(
            Example.Stream,
            (TimeRatio, Estimate.Exact(0.99)),
            (TimeRatioP95, Estimate.Exact(0.99)),
            (MedianTime, Estimate.Exact(500_000)),
            (AllocatedBytes, Estimate.Exact(51_400))) with
        { IsQuick = true };

        SuggestedLimit.LineToAdd(comparison).Should().EndWith("{ \"allocatedBytes\": 52000 }");
        VerdictMessage.Write(new(comparison.Case, comparison, new Verdict.NoLimit("line", [])), Example.InGroup(comparison), null)
            .Should().Contain("with a little room; a quick run proposes none on times:");
    }

    [Fact]
    public void The_line_to_add_holds_the_tail_and_the_servers_bytes_where_they_were_measured()
    {
        string? Line(Estimate tail, double ofServer) => SuggestedLimit.LineToAdd(Example.Measured(
            Example.Stream,
            (TimeRatioP95, tail),
            (ServerAllocatedBytes, Estimate.Exact(ofServer)),
            (ServerAllocatedRatio, Estimate.Exact(1))));

        Line(new(1.2, 1.1, 1.5), 2208).Should().EndWith("{ \"timeRatioP95\": 1.9, \"serverAllocatedBytes\": 2230 }");
        Line(new(1.2, 1.1, 1.81), 2208).Should().EndWith("{ \"serverAllocatedBytes\": 2230 }", "hardly any tail would break its limit");
        Line(new(1.2, 0, double.PositiveInfinity), 2208).Should().EndWith("{ \"serverAllocatedBytes\": 2230 }", "any tail may come next");
        Line(new(1.2, 1.1, 1.5), 0).Should().EndWith("{ \"timeRatioP95\": 1.9 }", "the case calls no server");
    }

    [Fact]
    public void Where_several_processes_measured_the_limit_leaves_room_for_each_of_them()
    {
        var comparison = Example.Measured(Example.Stream, (TimeRatio, new Estimate(1.02, 0.8, 1.3))) with
        {
            Timed = new Dictionary<Metric, TimedFigure>
            {
                [TimeRatio] = Example.Timed(Estimate.Exact(1), Estimate.Exact(1.04), Estimate.Exact(1.02)),
            },
        };

        SuggestedLimit.RangeOf(comparison, TimeRatio).Should().Be(new Estimate(1.02, 1, 1.04));
        SuggestedLimit.LineToAdd(comparison).Should().EndWith("{ \"timeRatio\": 1.12 }");
        SuggestedLimit.LineToAdd(comparison with { Ranges = new Dictionary<Metric, Estimate> { [TimeRatio] = new(1.02, 1, 1.06) } })
            .Should().EndWith("{ \"timeRatio\": 1.16 }");
    }

    [Fact]
    public void The_line_to_add_leaves_out_what_could_not_be_limited()
    {
        SuggestedLimit.LineToAdd(Example.Measured(Example.Baseline, (AllocatedBytes, Estimate.Exact(10)), (TimeRatio, Estimate.Exact(1))))
            .Should().Be(
                "\"ReadPattern.ReadAsString(Size: 1000)\": { \"allocatedBytes\": 10 }");
        SuggestedLimit.LineToAdd(
            Example.Measured(Example.Alone, (AllocatedBytes, Estimate.Exact(double.NaN)), (MedianTime, Estimate.Exact(100))))
            .Should().Be(
                "\"Lifetime.Reused(Scheme: https)\": { \"medianTime\": 110 }");
    }

    [Theory]
    [InlineData("A.B(Text: \"quoted\" \\ back)")]
    [InlineData("A.B(Text: Größe <&'> 日本)")]
    [InlineData("A.B(Text: line\nbreak, Accept: */*)")]
    public void The_line_to_add_can_be_pasted_and_limits_the_case(string name)
    {
        var id = Cases.Id(name, baseline: "A.Baseline");
        var comparison = Example.Measured(id, (AllocatedBytes, Estimate.Exact(3400)), (AllocatedRatio, Estimate.Exact(0.4545)));
        var line = SuggestedLimit.LineToAdd(comparison)!;

        FluentActions.Invoking(() => JsonDocument.Parse($"{{{line}}}").Dispose()).Should().NotThrow();
        line.Should().NotContain("\n").And.NotContain("\\u003C");
        var file = Example.WithEntries(line);
        file.Check([id]);
        Example.Judge(comparison, file.For(id)).Should().BeOfType<Verdict.Passed>().Which.Limits.Should().HaveCount(2);
    }
}
