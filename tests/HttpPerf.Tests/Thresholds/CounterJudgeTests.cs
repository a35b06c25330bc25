using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.Model.Faults;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
using HttpPerf.Tests.Comparing;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

public sealed class CounterJudgeTests
{
    private static readonly CaseComparison Comparison =
        Example.Measured(
            Example.Stream, (Metric.AllocatedBytes, Estimate.Exact(24)), (Metric.RequestsPerSecond, new Estimate(1000, 900, 1100)))
            .With(CountedPass.Samples);

    [Theory]
    [InlineData("my.counter", null, 4.25, LimitStatus.Within)]
    [InlineData("my.counter", null, 4.24, LimitStatus.Above)]
    [InlineData("my.counter", 4.26, null, LimitStatus.Below)]
    [InlineData("my.counter{color=red}", 3.0, 3.0, LimitStatus.Within)]
    [InlineData("http.client.requests", 1.0, null, LimitStatus.Below)]
    public void Counts_on_which_all_stretches_agree_are_exact_so_they_are_never_undecided(
        string counter, double? min, double? max, LimitStatus status)
    {
        var limit = Example.Limit(Metric.Counter(counter), min, max);

        Example.Judge(Comparison, [limit]).Judged.Single().Status.Should().Be(status);
        Example.IsDecided(Comparison, [limit]).Should().BeTrue();
    }

    [Theory]
    [InlineData(3300, LimitStatus.Within)]
    [InlineData(3000, LimitStatus.NotShown)]
    [InlineData(2999, LimitStatus.Undecided)]
    [InlineData(2699, LimitStatus.Above)]
    public void Counts_per_second_are_as_sure_as_the_time(double max, LimitStatus status)
    {
        var limit = Example.Limit(Metric.CounterPerSecond("my.counter{color=red}"), max: max);

        Example.Judge(Comparison, [limit]).Judged.Single().Should().Be(new JudgedLimit(limit, new Estimate(3000, 2700, 3300), status));
        Example.IsDecided(Comparison, [limit]).Should().Be(status is LimitStatus.Within or LimitStatus.Above);
    }

    [Fact]
    public void Collections_and_counters_are_counts_but_not_counters_per_second() =>
        Metric.All.Append(Metric.Counter("tls.handshakes")).Append(Metric.CounterPerSecond("tls.handshakes")).Where(
            metric => metric.IsCount)
            .Should().Equal(
                Metric.Gen0Collections, Metric.Gen1Collections, Metric.Gen2Collections, Metric.Counter("tls.handshakes"));

    [Theory]
    [InlineData(0, 100, LimitStatus.Within, false)]
    [InlineData(0, 1000, LimitStatus.Within, true)]
    [InlineData(1, 1000, LimitStatus.Above, true)]
    public void A_maximum_of_0_is_broken_by_one_event_and_met_when_none_was_seen_in_many_operations(
        double events, long operations, LimitStatus status, bool isDecided)
    {
        var comparison = Comparison.With(CountedPass.Of(operations, CountedPass.Reading("reconnects", events)));
        var limit = Example.Limit(Metric.Counter("reconnects"), max: 0);

        Example.Judge(comparison, [limit]).Judged.Single().Status.Should().Be(status);
        Example.IsDecided(comparison, [limit]).Should().Be(isDecided);
    }

    [Fact]
    public void What_goes_down_may_be_below_zero() =>
        Example.Judge(Comparison.With(CountedPass.Of(10, CountedPass.Reading("open", -5))), [Example.Limit(Metric.Counter("open"), max: 0)])
            .Should().BeOfType<Verdict.Passed>();

    [Theory]
    [InlineData(
        "tls.handshake",
        "no counter of that name reported anything. "
        + "Did you mean \"tls.handshakes\"? The counters, nearest first: \"tls.handshakes\", \"my.counter\", \"http.client.requests\".")]
    [InlineData(
        "my.counter{colour=red}",
        "\"my.counter\" was reported with other tags. "
        + "Those that occurred: {color=red,size=2}, {color=blue,size=2}, {color=blue,size=3}.")]
    [InlineData(
        "tls.handshakes{protocol=1.3}",
        "\"tls.handshakes\" was reported with other tags. "
        + "Those that occurred: none.")]
    public void A_counter_of_which_nothing_is_known_is_invalid_with_what_there_was(string counter, string reason)
    {
        Limit[] limits = [Example.Limit(Metric.AllocatedBytes, max: 24), Example.Limit(Metric.Counter(counter), max: 100)];

        ReasonOf(Example.Judge(Comparison, limits)).Should().Be(reason);
        Example.IsDecided(Comparison, limits).Should().BeTrue("more samples would not change it");
    }

    [Fact]
    public void Of_many_counters_the_nearest_are_named_and_of_many_tags_the_first()
    {
        var many = Comparison.With(CountedPass.Of(
            1,
            [
                .. Enumerable.Range(0, 20).Select(i => CountedPass.Reading($"counter.{i:00}", 1)),
                .. Enumerable.Range(0, 11).Select(i => CountedPass.Reading("tagged", 1, ("id", $"{i}"))),
            ]));

        Explain("counter.2").Should().Be(
            "no counter of that name reported anything. Did you mean \"counter.02\"? The counters, nearest first: "
            + "\"counter.02\", \"counter.12\", \"counter.00\", \"counter.01\", \"counter.03\", \"counter.04\", \"counter.05\", "
            + "\"counter.06\".");
        Explain("tagged{name=1}").Should().Be(
            "\"tagged\" was reported with other tags. Those that occurred: {id=0}, {id=1}, {id=2}, {id=3}, {id=4}, {id=5}, {id=6}, "
            + "{id=7} and 3 more.");

        string Explain(string counter) => FaultText.Describe(MissingMetric.Find(many.Counts, CounterSelection.Parse(counter)));
    }

    [Fact]
    public void Where_nothing_was_counted_a_limit_on_a_counter_is_invalid()
    {
        Limit[] limits = [Example.Limit(Metric.Counter("tls.handshakes"), max: 0)];

        ReasonOf(Example.Judge(Example.Measured(Example.Stream), limits)).Should().Be("nothing was counted.");
        ReasonOf(Example.Judge(Comparison.With(CountedPass.Of(1)), limits)).Should().Be(
            "no counter of that name reported anything. No counter reported anything.");
    }

    [Fact]
    public void What_a_server_uses_that_can_not_be_read_is_not_applied()
    {
        var comparison = Example.Measured(Example.Stream, (Metric.AllocatedBytes, Estimate.Exact(20)))
            with
        { UnreadUsage = UnreadUsage.ExternalServer };
        Limit kept = Example.Limit(Metric.AllocatedBytes, max: 24), ofServer = Example.Limit(Metric.ServerAllocatedRatio, max: 1);

        Judge.NotApplicable(comparison, ofServer).Should().Be("an external server reports nothing");
        Example.Judge(comparison, [kept, ofServer])
            .Should().BeOfType<Verdict.Passed>().Which.Limits.Select(judged => judged.Limit).Should().Equal(kept);
        Example.IsDecided(comparison, [ofServer]).Should().BeTrue();
    }

    [Fact]
    public void What_the_host_can_not_supply_is_not_applied_and_no_pass_by_itself()
    {
        Limit kept = Example.Limit(Metric.AllocatedBytes, max: 24), impossible = Example.Limit(Metric.Counter("sockets.connected"), max: 0);

        Example.Judge(Comparison, [kept, impossible])
            .Should().BeOfType<Verdict.Passed>().Which.Limits.Select(judged => judged.Limit).Should().Equal(kept);
        Example.Judge(Comparison, [impossible]).Should().BeOfType<Verdict.NoLimit>().Which.NotApplicable.Should().Equal(impossible);
        Example.IsDecided(Comparison, [impossible]).Should().BeTrue();
    }

    [Fact]
    public void Nor_does_a_baseline_pass_by_it()
    {
        var baseline = Comparison with { Case = Example.Baseline };
        var impossible = Example.Limit(Metric.Counter("sockets.connected"), max: 0);

        Example.Judge(baseline, [impossible]).Should().BeOfType<Verdict.NoLimit>();
        Example.Judge(baseline, [impossible, Example.Limit(Metric.TimeRatio, max: 1)]).Should().BeOfType<Verdict.Passed>();
    }

    [Fact]
    public void A_case_without_limits_is_not_told_to_limit_counters() =>
        Example.Judge(Comparison, []).Should().BeOfType<Verdict.NoLimit>().Which.LineToAdd.Should().NotContain("counters");

    private static string ReasonOf(Verdict verdict) => FaultText.Describe(verdict.Should().BeOfType<Verdict.Invalid>()
        .Which.Fault.Should().BeOfType<Fault.LimitsNotJudged>()
        .Which.Limits.Should().ContainSingle()
        .Which.Should().BeOfType<LimitFault.NotAvailable>()
        .Which.Reason);
}
