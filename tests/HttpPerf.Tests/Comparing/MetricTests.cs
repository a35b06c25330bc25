using FluentAssertions;
using HttpPerf.Model;
using Xunit;

namespace HttpPerf.Tests.Comparing;

public sealed class MetricTests
{
    public static TheoryData<string, Metric> Metrics => new(
        Metric.All.Concat(Metric.AllAgainst).Concat(
            [
                Metric.Counter("tls.handshakes"), Metric.CounterPerSecond("my.counter{color=red}"),
                Metric.AgainstCounter(Metric.Counter("tls.handshakes").Selection!),
            ])
            .Select(metric => (metric.Name, metric)));

    [Theory]
    [MemberData(nameof(Metrics), DisableDiscoveryEnumeration = true)]
    public void A_metric_is_found_by_its_name(string name, Metric metric)
    {
        var found = Metric.Find(name)!;

        found.Should().Be(metric);
        found.Path.Should().Equal(metric.Path);
        (found.Unit, found.Side, found.Reference, found.Form).Should().Be((metric.Unit, metric.Side, metric.Reference, metric.Form));
    }

    [Theory]
    [InlineData("energy")]
    [InlineData("against.energy")]
    public void A_metric_of_a_later_version_is_not_found(string name) => Metric.Find(name).Should().BeNull();

    [Theory]
    [InlineData("counters.my.counter{color}", "my.counter{color}")]
    [InlineData("against.counters.a}b", "a}b")]
    [InlineData("countersPerSecond.{", "{")]
    public void An_instrument_may_have_braces_in_its_name(string name, string instrument)
    {
        var found = Metric.Find(name)!;

        found.Name.Should().Be(name);
        found.Selection!.Name.Should().Be(instrument);
        found.Selection.Tags.Should().BeEmpty();
    }

    [Fact]
    public void A_ratio_or_growth_has_the_quantity_and_the_side_of_the_values_that_it_compares() =>
        Metric.All.Concat(Metric.AllAgainst).Where(metric => metric.Form != Form.Absolute && metric != Metric.TimeRatioP95)
            .Should().OnlyContain(m => m.Absolute.Quantity == m.Quantity && m.Absolute.Side == m.Side && m.Absolute.Form == Form.Absolute);

    /// <summary>The A/A check compares times of rounds. The system counts the rest.</summary>
    [Fact]
    public void Only_what_is_computed_from_times_of_rounds_needs_the_AA_check() =>
        Metric.All.Where(metric => !metric.IsTime).Select(metric => metric.Name).Should().BeEquivalentTo(
            "allocatedBytes", "allocatedRatio", "cpuTime", "cpuRatio", "gcPause", "gen0Collections", "gen1Collections", "gen2Collections",
            "serverAllocatedBytes", "serverAllocatedRatio", "server.cpuTime", "roundTrips", "server.roundTrips",
            "retainedBytes", "server.retainedBytes",
            "startTime", "startTimeRatio", "firstResponseTime", "start.cpuTime", "start.allocatedBytes", "start.methodsCompiled",
            "start.assemblies");
}
