using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Statistics;
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
    [InlineData(3, 3, 0.3, 1.6)]
    [InlineData(4, 3, 0.3, 1.5)]
    [InlineData(8, 3, 0.3, 1.5)]
    [InlineData(16, 3, 0.3, 1.5)]
    [InlineData(4, 10, 0.8, 1.75)]
    [InlineData(8, 10, 0.8, 1.2)]
    [InlineData(16, 10, 0.8, 1.2)]
    [InlineData(4, 30, 0.8, 1.3)]
    [InlineData(8, 30, 0.8, 1.2)]
    [InlineData(16, 30, 0.8, 1.2)]
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
    [InlineData(10)]
    [InlineData(30)]
    public void A_time_at_its_limit_passes_at_any_of_four_looks_in_at_most_six_of_a_hundred_runs(double excess) =>
        Passed(excess, memory: 0).Should().BeInRange(0.015, excess > 1 ? 0.065 : 0.05);

    /// <summary>
    /// The epochs of a case know of each other only what the machine does for longer than one of them, and a ratio cancels most of that: in
    /// 93 comparisons of methods, nothing was left of it (a correlation of -0.247, where independent epochs have -0.251). Widening each
    /// interval by what its own epochs show would make all of them 4 to 15 % wider, and take only half of this away. So these are known
    /// rates, not allowed ones: what fails rests on processes, which remember nothing of each other.
    /// </summary>
    [Theory]
    [InlineData(1, 0.3, 0.10, 0.12)]
    [InlineData(1, 0.6, 0.24, 0.27)]
    [InlineData(10, 0.3, 0.13, 0.16)]
    [InlineData(10, 0.6, 0.28, 0.32)]
    public void Where_epochs_resemble_the_one_before_a_time_at_its_limit_passes_as_often_as_known(
        double excess, double memory, double least, double most) => Passed(excess, memory).Should().BeInRange(least, most);

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

    /// <summary>Which share of runs finds a time better than its limit that is exactly there, at any of four looks.</summary>
    private static double Passed(double excess, double memory)
    {
        const int runs = 10_000;
        var random = new Random(20261129);
        return Enumerable.Range(0, runs).Count(_ =>
        {
            var epochs = Epochs(32, excess, random, memory);
            return Enumerable.Range(0, 4).Any(look => RatioModel.Of(epochs[..(4 << look)]).Interval(ErrorRates.Passing).Upper < 1);
        }) / (double)runs;
    }

    private static RatioModel Model(int epochs, double excess, Random random) => RatioModel.Of(Epochs(epochs, excess, random));

    /// <param name="count">How many.</param>
    /// <param name="excess">How many times as much they vary as their rounds show.</param>
    /// <param name="random">What they vary by.</param>
    /// <param name="memory">The correlation of each with the one before.</param>
    private static EpochSummary[] Epochs(int count, double excess, Random random, double memory = 0)
    {
        const double variance = 0.0001;
        return
        [
            .. Autocorrelated(count, memory, random)
                .Select(level => new EpochSummary(Math.Sqrt(excess * variance) * level, variance * Gamma4(random))),
        ];
    }

    /// <summary>With a mean of 1 and a standard deviation of one half, as 16 to 64 rounds estimate it.</summary>
    private static double Gamma4(Random random) => Enumerable.Range(0, 4).Sum(_ => -Math.Log(1 - random.NextDouble())) / 4;
}
