using FluentAssertions;
using HttpPerf.Judging.Statistics;
using Xunit;

namespace HttpPerf.Tests.Comparing;

public class QuantilesTests
{
    // Python's statistics.NormalDist.
    [Theory]
    [InlineData(0.001, -3.090232306167813)]
    [InlineData(0.5, 0)]
    [InlineData(0.6, 0.2533471031357997)]
    [InlineData(0.975, 1.959963984540054)]
    [InlineData(0.9995, 3.2905267314919255)]
    [InlineData(0.999999, 4.753424308822899)]
    [InlineData(0.999999999999, 7.03448691004783)]
    public void Quantiles_of_the_normal_distribution_are_those_of_tables(double probability, double quantile) =>
        Normal.Quantile(probability).Should().BeApproximately(quantile, 1e-10);

    [Fact]
    public void A_certain_bound_of_the_normal_distribution_is_infinite() => Normal.Quantile(1).Should().Be(double.PositiveInfinity);

    // Odd and even degrees of freedom have different series, the first two none.
    [Theory]
    [InlineData(0.975, 1, 12.706204736432)]
    [InlineData(0.975, 2, 4.302652729696)]
    [InlineData(0.975, 3, 3.182446305284)]
    [InlineData(0.995, 4, 4.604094871416)]
    [InlineData(0.9995, 7, 5.407882520862)]
    [InlineData(0.995, 15, 2.946712883339)]
    [InlineData(0.975, 30, 2.042272456301)]
    [InlineData(0.9995, 100, 3.390491311)]
    public void Quantiles_of_Students_distribution_are_those_of_tables(double probability, int degrees, double quantile) =>
        Student.Quantile(probability, degrees).Should().BeApproximately(quantile, 1e-9);

    [Fact]
    public void With_many_degrees_of_freedom_Students_distribution_is_the_normal_one() =>
        Student.Quantile(0.999, 1_000_001).Should().BeApproximately(Normal.Quantile(0.999), 1e-5);
}
