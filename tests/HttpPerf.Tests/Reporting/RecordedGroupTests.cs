using FluentAssertions;
using HttpPerf.Comparing;
using HttpPerf.Reporting;
using HttpPerf.Results;
using HttpPerf.Running;
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
    public void Limits_say_where_they_are_and_what_would_be_met()
    {
        var limit = Example.Limit(Metric.AllocatedBytes, max: 1000);
        var limits = Record(new Verdict.Failed([new(limit, Estimate.Exact(1024), LimitStatus.Above)])).Limits;

        limits.Should().ContainSingle().Which.Should().BeEquivalentTo(new LimitResults(
            "allocatedBytes", ["allocatedBytes"], null, 1000, "*", 14, LimitPlace.Above, null, new(1010, 1040))
        {
            Text = "up to 1,000 B/op",
        });
    }

    [Fact]
    public void A_case_without_limits_has_what_could_be_added() =>
        Record(new Verdict.NoThreshold("", [])).Missing.Should().BeEquivalentTo(new Dictionary<string, double>
        {
            ["allocatedBytes"] = 1040,
            ["timeRatio"] = 1.32,
        });

    [Fact]
    public void A_case_that_could_not_be_measured_has_its_verdict_and_the_reason()
    {
        var recorded = RecordedGroup.RecordInvalid("Group", [Example.Stream], "It is off.").Cases.Single();

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

    private static CaseResults Record(Verdict verdict) => RecordedGroup.Record(
        "Group",
        1,
        new([new(Example.Stream, Stream, verdict)], Example.InGroup(Stream)),
        [],
        [],
        _ => null,
        new Dictionary<CaseId, Explained>(),
        new GroupSamples([], []),
        keepsSamples: true).Cases.Single();
}
