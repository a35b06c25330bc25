using FluentAssertions;
using HttpPerf.Comparing;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

public sealed class RatioModelTests
{
    private const int Draws = 40_000;

    /// <summary>Student's quantile is 2.365 at 7 degrees of freedom and 97.5 %: 4 of what the rounds show, and 3 of four epochs.</summary>
    [Fact]
    public void What_rounds_show_and_how_epochs_differ_are_weighted()
    {
        var epochs = new double[] { 0.03, 0.01, -0.01, -0.03 }.Select(median => new EpochSummary(median, 0.0006));

        var model = RatioModel.Of([.. epochs]);

        var seen = (2 * 0.03 * 0.03) + (2 * 0.01 * 0.01);
        model.Theta.Should().BeApproximately(0, 1e-12);
        model.Degrees.Should().Be(7);
        model.Variance.Should().BeApproximately(((4 * 1.2 * 0.0006) + seen) / 7 / 4, 1e-12);
        model.Interval(0.025).Upper.Should().BeApproximately(Math.Exp(2.364624 * model.Error), 1e-6);
        model.Interval(0.025).Lower.Should().BeApproximately(Math.Exp(-2.364624 * model.Error), 1e-6);
    }

    [Theory]
    [InlineData(0.001, 3)]
    [InlineData(0.0002, 3)]
    [InlineData(0.0009, 7)]
    public void Epochs_that_contradict_their_rounds_are_all_that_counts(double reach, int degrees)
    {
        double[] medians = reach < 0.0009 ? [1, -1, 1, -1] : [reach, -reach, reach, -reach];
        var (seen, expected) = (4 * medians[0] * medians[0] / 3, reach < 0.0009 ? 0.5 : medians[0] * medians[0] * (degrees == 3 ? 0.5 : 1));

        var model = RatioModel.Of([.. medians.Select(median => new EpochSummary(median, expected / 1.2))]);

        model.Degrees.Should().Be(degrees);
        model.Variance.Should().BeApproximately(seen / 4, 1e-12, "it is never less than what the epochs show");
    }

    [Fact]
    public void Ratios_of_unlike_methods_vary_in_proportion_to_their_logarithm()
    {
        EpochSummary[] epochs = [new(1, 0), new(1, 0), new(1, 0), new(1, 0)];

        RatioModel.Of(epochs).Variance.Should().BeApproximately(4 * 1.2 * 0.05 * 0.05 / 7 / 4, 1e-12);
        RatioModel.Of(epochs, isRatio: false).Variance.Should().Be(0);
    }

    [Fact]
    public void A_single_epoch_bounds_nothing() =>
        RatioModel.Of([new EpochSummary(0.1, 0.01)]).Interval(0.1).Should().Be(new Estimate(Math.Exp(0.1), 0, double.PositiveInfinity));

    /// <summary>
    /// How often a time that is exactly at its limit is found better than that at a look, where epochs vary so many times as much as their
    /// rounds show.
    /// </summary>
    [Theory]
    [InlineData(3, 1, 0.2, 1.5)]
    [InlineData(4, 1, 0.3, 1.5)]
    [InlineData(8, 1, 0.3, 1.5)]
    [InlineData(16, 1, 0.3, 1.5)]
    [InlineData(3, 3, 0.3, 1.5)]
    [InlineData(4, 3, 0.3, 1.5)]
    [InlineData(8, 3, 0.3, 1.5)]
    [InlineData(16, 3, 0.3, 1.5)]
    public void An_interval_of_epochs_errs_about_as_often_as_it_says(int epochs, double excess, double least, double most)
    {
        var random = new Random(20261128);

        var missed = Enumerable.Range(0, Draws).Count(_ => Model(epochs, excess, random).Interval(ErrorRates.Passing).Upper < 1);

        (missed / (Draws * ErrorRates.Passing)).Should().BeInRange(least, most);
    }

    /// <summary>From one half of the looks on, a group has all the samples of the look before.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void A_time_at_its_limit_passes_at_any_of_four_looks_in_at_most_five_of_a_hundred_runs(double excess)
    {
        var random = new Random(20261129);
        const int runs = 10_000;

        var passed = Enumerable.Range(0, runs).Count(_ =>
        {
            EpochSummary[] epochs = [.. Enumerable.Range(0, 32).Select(_ => Epoch(excess, random))];
            return Enumerable.Range(0, 4).Any(look => RatioModel.Of(epochs[..(4 << look)]).Interval(ErrorRates.Passing).Upper < 1);
        });

        (passed / (double)runs).Should().BeInRange(0.015, excess > 1 ? 0.075 : 0.05);
    }

    /// <summary>The model's own estimates of a median's variance.</summary>
    [Theory]
    [InlineData("normal", 16, 0.9, 1.5)]
    [InlineData("normal", 64, 0.9, 1.3)]
    [InlineData("normal", 256, 0.9, 1.2)]
    [InlineData("heavy-tailed", 64, 0.9, 1.4)]
    public void Rounds_tell_how_much_their_median_varies(string stream, int rounds, double least, double most)
    {
        var random = new Random(20261130);
        var epochs = Enumerable.Range(0, 4000)
            .Select(_ => EpochSummary.Of(Streams.Of(rounds, () => stream == "normal" ? Normal(random) : Math.Log(Pareto(random)))))
            .ToList();
        var mean = epochs.Average(e => e.Median);

        (epochs.Average(e => e.Variance) / epochs.Average(e => Math.Pow(e.Median - mean, 2))).Should().BeInRange(least, most);
    }

    private static RatioModel Model(int epochs, double excess, Random random) =>
        RatioModel.Of([.. Enumerable.Range(0, epochs).Select(_ => Epoch(excess, random))]);

    private static EpochSummary Epoch(double excess, Random random)
    {
        const double variance = 0.0001;
        return new(Math.Sqrt(excess * variance) * Normal(random), variance * Gamma4(random));
    }

    /// <summary>With a mean of 1 and a standard deviation of one half, as 16 to 64 rounds estimate it.</summary>
    private static double Gamma4(Random random) => Enumerable.Range(0, 4).Sum(_ => -Math.Log(1 - random.NextDouble())) / 4;
}
