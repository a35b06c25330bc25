using FluentAssertions;
using HttpPerf.Judging.Statistics;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

/// <summary>
/// How often intervals hold the true quantile, over thousands of synthetic groups of samples. The seeds are fixed, so nothing here is by
/// chance.
/// </summary>
public sealed class OrderStatisticsTests
{
    private const int Repetitions = 4000;
    private const int EpochCount = 4;
    private const int Rounds = 64;

    /// <summary>
    /// Streams whose samples are independent, with their true medians. What moves, moves around 0 and alike in every epoch.
    /// </summary>
    private static readonly Dictionary<string, (double Median, Func<Random, List<double[]>> Draw)> Independent = new()
    {
        ["normal"] = (0, r => Epochs(EpochCount, Rounds, () => Normal(r))),
        ["lognormal"] = (1, r => Epochs(EpochCount, Rounds, () => Lognormal(r))),
        ["bimodal"] = (2 / 3.0, r => Epochs(EpochCount, Rounds, () => Bimodal(r))),
        ["heavy-tailed"] = (Math.Pow(2, 1 / 1.5), r => Epochs(EpochCount, Rounds, () => Pareto(r))),
        ["drifting"] = (0, r => Moving(r, part => (4 * part) - 2)),
        ["stepped"] = (0, r => Moving(r, part => part < 0.5 ? -1 : 1)),
        ["few"] = (0, r => Epochs(EpochCount, 4, () => Normal(r))),
        ["one epoch"] = (0, r => Epochs(1, Rounds, () => Normal(r))),
    };

    public static TheoryData<string> IndependentStreams => [.. Independent.Keys];

    [Theory]
    [MemberData(nameof(IndependentStreams))]
    public void The_interval_of_the_median_errs_no_more_often_than_it_may(string stream)
    {
        var (median, draw) = Independent[stream];

        ErrorsOf(draw, 0.5, median, 0.05, 0.01).Should().OnlyContain(e => e.Count <= MostErrors(e.Rate));
    }

    [Theory]
    [InlineData(256, 0.05, 0.01)]
    [InlineData(1024, 0.01)]
    public void The_interval_of_the_95th_percentile_errs_no_more_often_than_it_may(int rounds, params double[] errorRates)
    {
        var truth = -Math.Log(0.05);

        ErrorsOf(r => Epochs(EpochCount, rounds, () => -Math.Log(1 - r.NextDouble())), 0.95, truth, errorRates)
            .Should().OnlyContain(e => e.Count <= MostErrors(e.Rate));
    }

    /// <summary>
    /// Neighbours that are alike, and epochs with levels of their own, hold less than their number of samples tells; the interval sees it
    /// in how epochs disagree. These are the rates that stand now, so that a change in either direction shows: with eight epochs, the
    /// number that is used, they are below what was asked for; with four, strong levels take twice of 1 %.
    /// </summary>
    [Theory]
    [InlineData("4 epochs, memory of 0.3", 0.018, 0.034, 0.002, 0.01)]
    [InlineData("4 epochs, memory of 0.7", 0.03, 0.05, 0.012, 0.027)]
    [InlineData("4 epochs, weak levels", 0.015, 0.03, 0.001, 0.007)]
    [InlineData("4 epochs, strong levels", 0.026, 0.046, 0.011, 0.026)]
    [InlineData("8 epochs, memory of 0.7", 0.018, 0.05, 0.003, 0.015)]
    [InlineData("8 epochs, strong levels", 0.018, 0.05, 0.003, 0.015)]
    [InlineData("16 epochs, strong levels", 0.02, 0.04, 0.002, 0.01)]
    public void Dependent_samples_make_the_interval_err_as_often_as_known(
        string stream, double leastOf5, double mostOf5, double leastOf1, double mostOf1)
    {
        Func<Random, List<double[]>> draw = stream switch
        {
            "4 epochs, memory of 0.3" => r => [.. Enumerable.Range(0, 4).Select(_ => Autocorrelated(Rounds, 0.3, r))],
            "4 epochs, memory of 0.7" => r => [.. Enumerable.Range(0, 4).Select(_ => Autocorrelated(Rounds, 0.7, r))],
            "8 epochs, memory of 0.7" => r => [.. Enumerable.Range(0, 8).Select(_ => Autocorrelated(Rounds, 0.7, r))],
            "4 epochs, weak levels" => r => WithLevels(r, 4, 0.1),
            "4 epochs, strong levels" => r => WithLevels(r, 4, 1),
            "8 epochs, strong levels" => r => WithLevels(r, 8, 1),
            "16 epochs, strong levels" => r => WithLevels(r, 16, 1),
            _ => throw new ArgumentOutOfRangeException(nameof(stream), stream, null),
        };

        var shares = ErrorsOf(draw, 0.5, 0, 0.05, 0.01).ConvertAll(e => e.Count / (double)Repetitions);

        shares[0].Should().BeInRange(leastOf5, mostOf5, "the error rate is 5 %");
        shares[1].Should().BeInRange(leastOf1, mostOf1, "the error rate is 1 %");
    }

    /// <summary>By the binomial distribution: 7 samples are all above the median in 1 of 128 cases, and 8 in 1 of 256.</summary>
    [Theory]
    [InlineData(7, double.NegativeInfinity, double.PositiveInfinity)]
    [InlineData(8, 1, 8)]
    [InlineData(30, 8, 23)]
    public void The_interval_of_the_median_of_few_samples_is_that_of_the_binomial_distribution(int count, double lower, double upper) =>
        OrderStatistics.MedianOfFew([.. Enumerable.Range(1, count).Select(rank => (double)rank).Reverse()], 0.01)
            .Should().Be(new Estimate((count + 1) / 2.0, lower, upper));

    [Fact]
    public void Levels_that_differ_between_epochs_widen_the_interval()
    {
        var random = new Random(1);
        var alike = Epochs(4, 256, () => Normal(random));
        double[] levels = [-0.5, -0.2, 0.2, 0.5];
        var apart = alike.Zip(levels, (epoch, level) => epoch.Select(x => x + level).ToArray()).ToList();
        var sameSamplesInOneEpoch = new List<double[]> { apart.SelectMany(e => e).ToArray() };

        var widened = WidthOf(OrderStatistics.Quantile(apart, 0.5, 0.05));

        widened.Should().BeGreaterThan(3 * WidthOf(OrderStatistics.Quantile(alike, 0.5, 0.05)));
        widened.Should().BeGreaterThan(3 * WidthOf(OrderStatistics.Quantile(sameSamplesInOneEpoch, 0.5, 0.05)));
    }

    [Fact]
    public void More_samples_narrow_the_interval_and_a_smaller_error_rate_widens_it()
    {
        var random = new Random(2);
        var samples = Epochs(4, 1024, () => Normal(random));
        var fewer = samples.ConvertAll(e => e[..64]);

        var width = WidthOf(OrderStatistics.Quantile(samples, 0.5, 0.05));

        width.Should().BeLessThan(WidthOf(OrderStatistics.Quantile(fewer, 0.5, 0.05)) / 2);
        width.Should().BeLessThan(WidthOf(OrderStatistics.Quantile(samples, 0.5, 0.001)) / 1.5);
    }

    [Fact]
    public void Samples_that_are_all_equal_leave_no_doubt() =>
        OrderStatistics.Quantile(Epochs(4, 16, () => 7), 0.5, 0.01).Should().Be(Estimate.Exact(7));

    [Fact]
    public void Ties_on_both_sides_of_the_median_count_half()
    {
        // Every epoch alike: half its samples 1 and half 2. No epoch differs from another, so nothing widens the interval.
        var i = 0;
        var epochs = Epochs(4, 64, () => 1 + (i++ % 2));

        OrderStatistics.Quantile(epochs, 0.5, 0.01).Should().Be(new Estimate(1.5, 1, 2));
    }

    [Fact]
    public void One_sample_is_its_own_median_and_bounds_nothing() =>
        OrderStatistics.Quantile([[3]], 0.5, 0.05).Should().Be(new Estimate(3, double.NegativeInfinity, double.PositiveInfinity));

    [Fact]
    public void Too_few_samples_for_the_error_rate_leave_the_ends_open()
    {
        double[] samples = [1, 2, 3, 4, 5, 6, 7, 8];

        OrderStatistics.Quantile([samples], 0.5, 0.05).Should().Be(new Estimate(4.5, 1, 8));
        OrderStatistics.Quantile([samples], 0.5, 0.001).Should().Be(new Estimate(4.5, double.NegativeInfinity, double.PositiveInfinity));
        OrderStatistics.Quantile([samples], 0.95, 0.05).Upper.Should().Be(double.PositiveInfinity);
    }

    [Fact]
    public void An_empty_epoch_changes_nothing()
    {
        double[] one = [1, 2, 3, 4, 5, 6, 7, 8], other = [2, 3, 4, 5, 6, 7, 8, 9];

        OrderStatistics.Quantile([one, [], other], 0.5, 0.05).Should().Be(OrderStatistics.Quantile([one, other], 0.5, 0.05));
    }

    /// <summary>Three standard deviations above what is expected of so many repetitions.</summary>
    private static int MostErrors(double errorRate) =>
        (int)((Repetitions * errorRate) + (3 * Math.Sqrt(Repetitions * errorRate * (1 - errorRate))));

    /// <summary>How often intervals of the same samples miss the truth, for each error rate.</summary>
    private static List<(double Rate, int Count)> ErrorsOf(
        Func<Random, List<double[]>> draw, double quantile, double truth, params double[] errorRates)
    {
        var random = new Random(20240607);
        var errors = new int[errorRates.Length];
        for (var i = 0; i < Repetitions; i++)
        {
            var samples = draw(random);
            for (var rate = 0; rate < errorRates.Length; rate++)
            {
                var (_, lower, upper) = OrderStatistics.Quantile(samples, quantile, errorRates[rate]);
                errors[rate] += lower > truth || upper < truth ? 1 : 0;
            }
        }

        return [.. errorRates.Zip(errors)];
    }

    private static List<double[]> WithLevels(Random random, int epochs, double spread) => [.. Enumerable.Range(0, epochs).Select(_ =>
    {
        var level = spread * Normal(random);
        return Of(Rounds, () => level + Normal(random));
    })];

    /// <summary>Epochs through each of which the level moves; it is told which part of the epoch is over.</summary>
    private static List<double[]> Moving(Random random, Func<double, double> level) =>
        [.. Enumerable.Range(0, EpochCount)
            .Select(_ => Enumerable.Range(0, Rounds).Select(i => level((i + 0.5) / Rounds) + Normal(random)).ToArray())];

    private static double WidthOf(Estimate e) => e.Upper - e.Lower;
}
