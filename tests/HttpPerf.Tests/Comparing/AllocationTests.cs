using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using Xunit;

namespace HttpPerf.Tests.Comparing;

public sealed class AllocationTests
{
    [Fact]
    public void Windows_that_agree_are_exact() => Of(24, 24, 24, 24).Should().Be(Estimate.Exact(24));

    [Theory]
    [InlineData(0)]
    [InlineData(1_111_981)]
    public void One_disturbed_window_changes_nothing(double disturbed) => Of(2120, disturbed, 2120, 2120).Should().Be(Estimate.Exact(2120));

    [Fact]
    public void Nothing_is_exact_as_long_as_just_half_of_the_windows_agree() =>
        Of(100, 100, 104, 108).Should().Be(new Estimate(102, 100, 108));

    [Fact]
    public void A_lasting_spread_is_an_interval_within_what_was_counted()
    {
        var random = new Random(7);
        double[] windows = [.. Enumerable.Range(0, 32).Select(_ => 51_368 + Math.Floor(375 * random.NextDouble()))];

        var estimate = Of(windows);

        estimate.Lower.Should().BeLessThan(estimate.Value).And.BeGreaterThanOrEqualTo(windows.Min());
        estimate.Upper.Should().BeGreaterThan(estimate.Value).And.BeLessThanOrEqualTo(windows.Max());
    }

    [Fact]
    public void Few_windows_that_differ_lie_between_the_least_and_the_most_of_them() =>
        Of(100, 140).Should().Be(new Estimate(120, 100, 140));

    [Theory]
    [InlineData(0, new double[] { 24, 24, 24, 24 })]
    [InlineData(0, new double[] { 0, 0, 0, 0 })]
    [InlineData(0.05, new double[] { 90, 100, 100, 100 })]
    public void The_spread_is_half_of_what_lies_between_as_a_part_of_the_middle_window(double spread, double[] windows) =>
        Allocation.Spread(new AllocationSamples([windows], 64)).Should().BeApproximately(spread, 1e-12);

    [Fact]
    public void The_spread_leaves_out_the_outermost_tenths() =>
        Allocation.Spread(new AllocationSamples([[1, .. Enumerable.Repeat(100.0, 18), 5000]], 64)).Should().Be(0);

    [Fact]
    public void Epochs_that_agree_are_exact_and_those_that_do_not_agree_with_themselves_are_not_asked() =>
        OfEpochs(Steady(2120), Steady(2120), [2120, 3000, 3040, 3080], Steady(2120)).Should().Be(Estimate.Exact(2120));

    [Fact]
    public void One_epoch_of_eight_may_differ_upward() =>
        OfEpochs([Steady(53_312), .. Enumerable.Repeat(Steady(52_272), 7)]).Should().Be(Estimate.Exact(52_272));

    [Fact]
    public void Two_of_eight_may_not() =>
        OfEpochs([Steady(53_312), Steady(53_312), .. Enumerable.Repeat(Steady(52_272), 6)]).Should().Be(
            new Estimate(52_272, 52_272, 53_312));

    /// <summary>A limit between the two may be broken or not; one well below both is.</summary>
    [Fact]
    public void What_recurs_below_the_usual_figure_extends_the_interval_to_the_mean_of_all_calls()
    {
        var estimate = OfEpochs([.. Enumerable.Repeat<double[]>([53_312, 53_312, 53_312, 52_272], 8)]);

        estimate.Should().BeEquivalentTo(new { Value = 53_312.0, Upper = 53_312.0 });
        estimate.Lower.Should().BeInRange(52_700, 53_312 - 260);
    }

    [Theory]
    [InlineData(3, 12)]
    [InlineData(1, 2)]
    public void A_twentieth_of_the_windows_does_not_recur_nor_does_one_of_few(int disturbed, int steady) =>
        OfEpochs(
            [.. Enumerable.Repeat<double[]>([53_312, 53_312, 53_312, 52_272], disturbed), .. Enumerable.Repeat(Steady(53_312), steady)])
            .Should().Be(Estimate.Exact(53_312));

    /// <summary>Most windows of one epoch in four say 1,040 more: how responses arrived then, and not how often.</summary>
    [Fact]
    public void An_epoch_in_which_responses_came_otherwise_makes_an_interval_and_not_an_exact_figure() =>
        OfEpochs(Steady(52_272), Steady(53_312), Steady(53_312), Steady(53_312)).Should().Be(new Estimate(53_312, 52_272, 53_312));

    [Fact]
    public void Many_epochs_narrow_it_to_what_most_of_them_say() =>
        OfEpochs([.. Enumerable.Range(0, 64).Select(epoch => Steady(epoch % 6 == 0 ? 53_312 : 52_272))]).Should().Be(
            Estimate.Exact(52_272));

    [Fact]
    public void Where_few_epochs_agree_with_themselves_all_windows_speak() =>
        OfEpochs(Steady(100), [100, 104, 104, 108], [100, 104, 108, 108], [100, 104, 104, 108]).Should().Be(new Estimate(104, 100, 108));

    [Fact]
    public void A_ratio_compares_within_epochs_so_that_how_responses_come_cancels()
    {
        double[] levels = [51_560, 52_272, 53_312, 52_272];
        var baseline = Samples([.. levels.Select(Steady)]);

        Allocation.EstimateRatio(baseline, baseline, AllocationExcess.None, 0.01).Should().Be(Estimate.Exact(1));
        var grown = Allocation.EstimateRatio(
            Samples([.. levels.Select(level => Steady(level + 24))]), baseline, AllocationExcess.None, 0.01);
        grown.Value.Should().BeInRange(1 + 24 / 53_312.0, 1 + 24 / 51_560.0);
        (grown.Upper - grown.Lower).Should().BeLessThan(2 / 52_000.0, "those are two bytes");
    }

    /// <summary>Responses came otherwise to one of them in one epoch of four.</summary>
    [Fact]
    public void What_most_epochs_differ_by_is_the_difference() =>
        Allocation.EstimateRatio(
            Samples(Steady(52_296), Steady(52_296), Steady(53_336), Steady(52_296)),
            Samples(Steady(52_272), Steady(52_272), Steady(52_272), Steady(52_272)),
            AllocationExcess.None,
            0.01)
            .Should().Be(Estimate.Exact(52_296 / 52_272.0));

    /// <summary>As of a server of which each process has one of two amounts in all windows of an epoch.</summary>
    [Theory]
    [InlineData(4)]
    [InlineData(8)]
    public void Equal_cases_whose_epochs_have_one_of_two_amounts_hardly_ever_differ(int epochs)
    {
        var random = new Random(20261126);
        AllocationSamples OfOneAmount() => Samples(
            [.. Enumerable.Range(0, epochs).Select(_ => Steady(random.NextDouble() < 0.5 ? 1000 : 1024))]);

        Enumerable.Range(0, 2_000)
            .Count(_ => Allocation.EstimateDifference(OfOneAmount(), OfOneAmount(), AllocationExcess.None, 0.01).Lower > 0)
            .Should().BeLessThan(25);
    }

    /// <summary>Stray objects in some windows of 128 requests; without that one epoch they would prove nothing either.</summary>
    [Fact]
    public void Less_than_a_word_is_not_made_certain_by_an_epoch_without_it()
    {
        var stray = Samples([.. Enumerable.Repeat<double[]>([1282.69, 1282.69], 5), [1280, 1280], [1280, 1282.69], [1280, 1282.69]]);
        var without = Samples([.. Enumerable.Repeat<double[]>([1280, 1280], 8)]);

        Allocation.EstimateDifference(stray, without, AllocationExcess.None, 0.001).Lower.Should().BeLessThanOrEqualTo(0);
    }

    /// <summary>Four of four above the baseline are chance in one of sixteen cases.</summary>
    [Fact]
    public void Without_such_a_difference_few_epochs_prove_nothing()
    {
        var ratio = Allocation.EstimateRatio(
            Samples(Steady(101), Steady(102), Steady(104), Steady(106)),
            Samples(Steady(100), Steady(100), Steady(100), Steady(100)),
            AllocationExcess.None,
            0.01);

        ratio.Value.Should().BeApproximately(1.0325, 1e-9);
        ratio.Lower.Should().BeLessThan(1);
        ratio.Upper.Should().BeGreaterThan(1.06);
    }

    [Fact]
    public void Where_few_pairs_of_epochs_agree_a_ratio_is_a_quotient_of_intervals() =>
        Allocation.EstimateRatio(
            Samples([.. Enumerable.Repeat<double[]>([200, 210, 220, 230], 16)]),
            Samples([.. Enumerable.Repeat<double[]>([100, 105, 110, 115], 16)]),
            AllocationExcess.None,
            0.01)
            .Should().Be(new Estimate(2, 210 / 110.0, 220 / 105.0));

    [Fact]
    public void With_too_few_windows_for_that_it_reaches_to_1() =>
        Allocation.EstimateRatio(
            Samples([200, 220, 240, 200], Steady(200)), Samples(Steady(100), [100, 100, 110, 110]), AllocationExcess.None, 0.01)
            .Should().Be(new Estimate(2, 1, 2.4));

    [Fact]
    public void A_ratio_of_nothing_to_nothing_is_1_and_of_something_to_nothing_infinite()
    {
        Allocation.EstimateRatio(Samples(Steady(0)), Samples(Steady(0)), AllocationExcess.None, 0.01).Should().Be(Estimate.Exact(1));
        Allocation.EstimateRatio(Samples(Steady(24)), Samples(Steady(0)), AllocationExcess.None, 0.01)
            .Value.Should().Be(double.PositiveInfinity);
    }

    [Fact]
    public void A_ratio_to_nothing_of_what_some_calls_allocate_is_infinite_too()
    {
        RatioOf(new Estimate(400, 300, 500)).Should().Be(Estimate.Exact(double.PositiveInfinity));
        RatioOf(new Estimate(0, 0, 500)).Should().Be(new Estimate(1, 1, double.PositiveInfinity));

        static Estimate RatioOf(Estimate excess) => Allocation.EstimateRatio(
            Samples(Steady(0)), Samples(Steady(0)), new AllocationExcess(excess, Windows: 4, Most: 4000), 0.01);
    }

    /// <summary>
    /// As of a server whose responses took 42,312 or 43,904 B: most of an epoch's windows had the same of the two, whichever came first.
    /// </summary>
    [Theory]
    [InlineData(4)]
    [InlineData(8)]
    public void Equal_cases_whose_epochs_take_one_of_two_amounts_hardly_ever_differ(int epochs) =>
        Differences(epochs, growth: 0).Count(e => e.Lower > 0).Should().BeLessThan(20);

    [Theory]
    [InlineData(4)]
    [InlineData(8)]
    public void What_one_of_them_allocates_more_is_found_all_the_same(int epochs) =>
        Differences(epochs, growth: 24).Count(e => e.Lower > 0).Should().BeGreaterThan(900);

    /// <summary>As of a server that keeps connections: objects of 344 B are now and then among those of 256 requests.</summary>
    [Theory]
    [InlineData(4)]
    [InlineData(8)]
    public void Equal_cases_whose_few_windows_have_strays_hardly_ever_differ(int epochs) =>
        Strays(epochs, growth: 0).Count(e => e.Lower > 0).Should().BeLessThan(20);

    [Fact]
    public void What_one_of_them_allocates_more_is_found_in_most_cases() =>
        Strays(epochs: 8, growth: 24).Count(e => e.Lower > 0).Should().BeGreaterThan(1_000);

    /// <summary>As of calls whose bytes depend on how their connection has begun.</summary>
    [Theory]
    [InlineData(4)]
    [InlineData(8)]
    public void Equal_cases_that_differ_in_every_epoch_hardly_ever_differ(int epochs)
    {
        var random = new Random(20261126);
        AllocationSamples OfAnyAmount() => Samples(
            [.. Enumerable.Range(0, epochs).Select(_ => Steady(100_000 + (8 * Math.Round(50 * Streams.Normal(random)))))]);

        Enumerable.Range(0, 2_000)
            .Count(_ => Allocation.EstimateDifference(OfAnyAmount(), OfAnyAmount(), AllocationExcess.None, 0.01).Lower > 0)
            .Should().BeLessThan(30);
        Enumerable.Range(0, 2_000)
            .Count(_ => Allocation.EstimateRatio(OfAnyAmount(), OfAnyAmount(), AllocationExcess.None, 0.01).Lower > 1)
            .Should().BeLessThan(30);
    }

    /// <summary>The same with windows that differ a little, so that no epoch has a figure of its own.</summary>
    [Fact]
    public void Equal_cases_whose_few_windows_all_differ_hardly_ever_differ()
    {
        var random = new Random(20261126);
        double[] Epoch()
        {
            var level = 14_000 + (200 * Streams.Normal(random));
            return Streams.Of(2, () => Math.Round(level + (10 * Streams.Normal(random))));
        }

        AllocationSamples OfAnyAmount() => Samples(Epoch(), Epoch(), Epoch(), Epoch());

        Enumerable.Range(0, 2_000)
            .Count(_ => Allocation.EstimateDifference(OfAnyAmount(), OfAnyAmount(), AllocationExcess.None, 0.001).Lower > 0)
            .Should().BeLessThan(10);
    }

    private static IEnumerable<Estimate> Strays(int epochs, double growth)
    {
        var random = new Random(20261126);
        return Enumerable.Range(0, 2_000).Select(_ =>
            Allocation.EstimateDifference(WithStrays(1280 + growth), WithStrays(1280), AllocationExcess.None, 0.01));

        AllocationSamples WithStrays(double bytes) => Samples([.. Enumerable.Range(0, epochs).Select(_ => Epoch(bytes))]);

        double[] Epoch(double bytes)
        {
            var strays = 3 * random.NextDouble();
            return Streams.Of(2, () => bytes + (344 * Math.Round(strays + (0.5 * Streams.Normal(random))) / 256));
        }
    }

    private static IEnumerable<Estimate> Differences(int epochs, double growth)
    {
        var random = new Random(20261125);
        return Enumerable.Range(0, 2_000).Select(_ =>
            Allocation.EstimateDifference(OfTwoAmounts(growth), OfTwoAmounts(growth: 0), AllocationExcess.None, 0.01));

        AllocationSamples OfTwoAmounts(double growth) => Samples([.. Enumerable.Range(0, epochs).Select(_ => Epoch(growth))]);

        double[] Epoch(double growth)
        {
            var isMore = random.NextDouble() < 0.5;
            return Streams.Of(8, () => growth + (isMore == random.NextDouble() < 0.85 ? 43_904 : 42_312));
        }
    }

    private static double[] Steady(double bytes) => [bytes, bytes, bytes, bytes];

    private static AllocationSamples Samples(params double[][] epochs) => new(epochs, 64);

    private static Estimate OfEpochs(params double[][] epochs) =>
        Allocation.EstimateBytes(Samples(epochs), AllocationExcess.None, errorRate: 0.01);

    private static Estimate Of(params double[] windows) => OfEpochs(windows);
}
