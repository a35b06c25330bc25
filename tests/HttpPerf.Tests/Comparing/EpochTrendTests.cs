using FluentAssertions;
using HttpPerf.Judging.Comparing;
using Xunit;

namespace HttpPerf.Tests.Comparing;

/// <summary>Times that fall while they are measured, and times that only vary; fixed seeds.</summary>
public sealed class EpochTrendTests
{
    /// <summary>Of an API with EF Core that was not warm, in microseconds.</summary>
    private static readonly double[] Cold = [3978, 2851, 1953, 2654, 1826, 1352, 1734, 1386];

    private readonly Random _random = new(3);

    [Fact]
    public void Times_of_cold_code_fall() => EpochTrend.Falls([Cold]).Should().BeTrue();

    [Fact]
    public void They_fall_beside_a_case_that_is_warm_and_in_both_builds()
    {
        EpochTrend.Falls([Cold, [.. Cold.Select(time => 0.9 * time)]]).Should().BeTrue();
        EpochTrend.Falls([[.. Falling(by: 3, spread: 0.02)], [.. Falling(by: 1, spread: 0.02)]]).Should().BeTrue();
    }

    [Fact]
    public void A_slow_first_epoch_is_no_fall() =>
        EpochTrend.Falls([[3978, 1390, 1380, 1410, 1400, 1385, 1405, 1386]]).Should().BeFalse();

    [Fact]
    public void Times_that_fall_by_a_twentieth_are_warm_enough() =>
        EpochTrend.Falls([[.. Falling(by: 1.05, spread: 0)]]).Should().BeFalse();

    [Fact]
    public void Epochs_without_times_are_left_out() =>
        EpochTrend.Falls([[.. Cold, double.NaN, 1400, double.NaN], [.. Cold, 1300, 1400, 1380]]).Should().BeTrue();

    /// <summary>Beside the disturbances that all cases of an epoch share, and slow epochs now and then.</summary>
    [Theory]
    [InlineData(1, 8)]
    [InlineData(18, 8)]
    [InlineData(3, 16)]
    [InlineData(2, 4)]
    public void Of_groups_that_only_vary_at_most_one_in_a_thousand_falls(int cases, int epochs)
    {
        const int groups = 20_000;

        Enumerable.Range(0, groups).Count(_ => EpochTrend.Falls(Stationary(cases, epochs))).Should().BeLessThanOrEqualTo(
            Binomial.Most(groups, 0.001));
    }

    private IEnumerable<double> Falling(double by, double spread) =>
        Enumerable.Range(0, 8).Select(i => 1000 * Math.Pow(by, -Math.Log(i + 1) / Math.Log(8)) * Math.Exp(spread * Noise()));

    private double[][] Stationary(int cases, int epochs)
    {
        double[] common = [.. Enumerable.Range(0, epochs).Select(_ => (0.1 * Noise()) + (_random.Next(20) == 0 ? 0.5 : 0))];
        return [.. Enumerable.Range(0, cases).Select(_ => common.Select(c => Math.Exp(c + (0.1 * Noise()))).ToArray())];
    }

    private double Noise() => Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
}
