using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using Xunit;

namespace HttpPerf.Tests.Comparing;

public sealed class CountsTests
{
    /// <summary>The first look has half of it.</summary>
    private static readonly ErrorRates Errors = new(Failures: 0.0125);

    [Theory]
    [InlineData("my.counter", 4.25)]
    [InlineData("my.counter{color=red}", 3)]
    [InlineData("my.counter{color=blue}", 1.25)]
    [InlineData("my.counter{color=blue,size=2}", 1)]
    public void Events_are_per_operation_and_summed_over_all_tags_that_are_selected(string counter, double perOperation) =>
        Find(Metric.Counter(counter)).Should().Be(Estimate.Exact(perOperation));

    [Fact]
    public void A_few_events_are_not_exact_though_stretches_agree()
    {
        var rate = Find(Metric.Counter("tls.handshakes"))!.Value;

        rate.Value.Should().Be(0.01);
        rate.Lower.Should().BeInRange(0.0001, 0.005);
        rate.Upper.Should().BeInRange(0.02, 0.05);
    }

    [Theory]
    [InlineData("my.counter{color=green}")]
    [InlineData("my.counter{color=red,size=3}")]
    [InlineData("http.client.requests")]
    [InlineData("http.client.requests{http.request.method=GET}")]
    public void Where_the_counter_is_known_and_nothing_was_selected_nothing_was_seen_but_may_be_in_other_operations(string counter)
    {
        var rate = Find(Metric.Counter(counter))!.Value;

        rate.Should().BeEquivalentTo(new { Value = 0.0, Lower = 0.0 });
        rate.Upper.Should().BeInRange(4.6 / 400, 5.4 / 400);
    }

    [Theory]
    [InlineData("my.other")]
    [InlineData("my.counter{colour=red}")]
    [InlineData("my.counter{color=red,shape=round}")]
    [InlineData("tls.handshakes{protocol=1.3}")]
    [InlineData("sockets.connected")]
    public void What_is_not_known_or_can_not_be_had_has_no_figure(string counter)
    {
        Find(Metric.Counter(counter)).Should().BeNull();
        Find(Metric.CounterPerSecond(counter)).Should().BeNull();
    }

    [Fact]
    public void Where_nothing_was_counted_no_counter_has_a_figure() =>
        GroupComparison.Compare(Group.Of(Group.Times(Group.Alone, [1, 2, 3])), Errors).Cases[0].Find(Metric.Counter("my.counter"))
            .Should().BeNull();

    [Theory]
    [InlineData("sockets.connected", "requests go in memory")]
    [InlineData("sockets.", "requests go in memory")]
    [InlineData("socket", null)]
    [InlineData("dns.lookups", "there are no names")]
    [InlineData("dns.lookups.failed", null)]
    [InlineData("my.counter", null)]
    public void What_can_not_be_had_is_named_or_begins_alike(string counter, string? reason) =>
        new Counts([CountedPass.Samples], 0.01).NotApplicable(counter).Should().Be(reason);

    [Fact]
    public void What_can_not_be_had_is_not_zero_even_if_it_was_read() =>
        new Counts([CountedPass.Of(10, new Dictionary<string, string> { ["dns.*"] = "No." }, CountedPass.Reading("dns.lookups", 0))], 0.01)
            .Find(CounterSelection.Parse("dns.lookups")).Should().BeNull();

    [Fact]
    public void Events_per_second_are_those_per_operation_in_the_operations_per_second_with_their_interval()
    {
        var random = new Random(11);
        var comparison = Compare(CountedPass.Samples, [.. Streams.Epochs(4, 64, () => 1e6 * Streams.Lognormal(random))]);

        var rate = comparison.Measured[Metric.RequestsPerSecond];
        rate.Lower.Should().BeLessThan(rate.Upper);
        comparison.Find(Metric.CounterPerSecond("my.counter{color=red}")).Should().Be(
            new Estimate(3 * rate.Value, 3 * rate.Lower, 3 * rate.Upper));
    }

    [Fact]
    public void No_events_are_none_in_a_second_of_which_nothing_is_known() =>
        Compare(CountedPass.Samples, [0]).Find(Metric.CounterPerSecond("http.client.requests")).Should().Be(Estimate.Exact(0));

    [Fact]
    public void What_went_down_keeps_the_order_of_its_bounds()
    {
        var open = Compare(CountedPass.Of(100, CountedPass.Reading("open", -50)), [100]).Find(Metric.CounterPerSecond("open"))!.Value;

        open.Value.Should().BeApproximately(-0.5e7, 1e-6);
        open.Lower.Should().Be(double.NegativeInfinity);
        open.Upper.Should().Be(0);
    }

    private static Estimate? Find(Metric metric) => Compare(CountedPass.Samples, [1e6, 1e6, 1e6]).Find(metric);

    private static CaseComparison Compare(CounterSamples counters, params double[][] times) =>
        GroupComparison.Compare(Group.Of(Group.Times(Group.Alone, times).With(CountedPass.Quarters(counters))), Errors)
            .Cases[0];
}
