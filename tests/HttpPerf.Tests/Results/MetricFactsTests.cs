using FluentAssertions;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.Results;

public sealed class MetricFactsTests
{
    public static TheoryData<string, Metric> Metrics => new(
        Metric.All.Concat(
            [
                Metric.AgainstTimeRatio, Metric.AgainstTimeRatioP95, Metric.AgainstTimeRatioP99, Metric.AgainstThroughputRatio,
                Metric.AgainstAllocatedBytes, Metric.AgainstServerAllocatedBytes,
                Metric.Counter("tls.handshakes"), Metric.CounterPerSecond("my.counter{color=red}"),
                Metric.AgainstCounter(Metric.Counter("tls.handshakes").Selection!),
            ])
            .Select(metric => (metric.Name, metric)));

    [Theory]
    [MemberData(nameof(Metrics), DisableDiscoveryEnumeration = true)]
    public void What_is_known_by_the_name_is_what_the_metric_says(string name, Metric metric)
    {
        var facts = MetricFacts.Of(name);

        $"{facts.Unit}".Should().Be($"{metric.Unit}");
        $"{facts.Better}".Should().Be($"{metric.Better}");
        facts.IsTime.Should().Be(metric.IsTime);
        facts.IsAgainst.Should().Be(metric.IsAgainst);
        facts.IsCounter.Should().Be(metric.Selection is not null);
    }

    [Fact]
    public void Of_a_metric_of_a_later_version_nothing_is_known() =>
        MetricFacts.Of("energy").Should().Be(new MetricFacts(MetricUnit.Unknown, Better.Unknown));
}
