using FluentAssertions;
using Xunit;

namespace HttpPerf.GateQuality.Tests;

public class RateTests
{
    /// <summary>The intervals that R's binom.test gives.</summary>
    [Theory]
    [InlineData(0, 300, 0, 0.0122)]
    [InlineData(1, 20, 0.0013, 0.2487)]
    [InlineData(10, 20, 0.2720, 0.7280)]
    [InlineData(95, 100, 0.8872, 0.9836)]
    [InlineData(300, 300, 0.9878, 1)]
    public void Bounds_are_the_exact_binomial_interval(int hits, int total, double lower, double upper)
    {
        var bounds = new Rate(hits, total).Bounds;

        bounds.Lower.Should().BeApproximately(lower, 0.00005);
        bounds.Upper.Should().BeApproximately(upper, 0.00005);
    }

    [Fact]
    public void A_rate_is_written_with_its_bounds() => new Rate(1, 20).ToString().Should().Be("1 of 20 (0.1–24.9 %)");

    [Fact]
    public void A_rate_of_nothing_is_a_dash() => new Rate(0, 0).ToString().Should().Be("–");
}
