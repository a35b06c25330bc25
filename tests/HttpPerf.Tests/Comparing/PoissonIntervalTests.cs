using FluentAssertions;
using HttpPerf.Judging.Statistics;
using Xunit;

namespace HttpPerf.Tests.Comparing;

public sealed class PoissonIntervalTests
{
    /// <summary>The exact limits, half of chi-squared quantiles: tables of F. Garwood, Biometrika 28, 1936, for 95 % and 99 %.</summary>
    [Theory]
    [InlineData(0, 0.05, 0, 3.689)]
    [InlineData(1, 0.05, 0.0253, 5.572)]
    [InlineData(10, 0.05, 4.795, 18.391)]
    [InlineData(50, 0.05, 37.111, 65.919)]
    [InlineData(0, 0.01, 0, 5.298)]
    [InlineData(10, 0.01, 3.717, 21.398)]
    public void The_ends_are_close_to_the_exact_ones(double events, double errorRate, double lower, double upper)
    {
        var interval = PoissonInterval.Of(events, errorRate);

        interval.Value.Should().Be(events);
        interval.Lower.Should().BeApproximately(lower, 0.02 + (0.01 * lower));
        interval.Upper.Should().BeApproximately(upper, 0.02 + (0.01 * upper));
    }

    [Theory]
    [InlineData(0.5, 0.01)]
    [InlineData(4, 0.01)]
    [InlineData(40, 0.001)]
    public void The_interval_errs_no_more_often_than_it_may(double expected, double errorRate)
    {
        const int Repetitions = 20_000;
        var random = new Random(20261122);

        Enumerable.Range(0, Repetitions)
            .Select(_ => PoissonInterval.Of(Draw(expected, random), errorRate))
            .Count(e => e.Lower > expected || e.Upper < expected)
            .Should().BeLessThanOrEqualTo(Binomial.Most(Repetitions, errorRate));
    }

    /// <summary>Events with exponential distances.</summary>
    private static int Draw(double expected, Random random)
    {
        var events = -1;
        for (var time = 0.0; time < expected; events++)
            time -= Math.Log(1 - random.NextDouble());
        return events;
    }
}
