using FluentAssertions;
using HttpPerf.Reports.Trends;
using Xunit;

namespace HttpPerf.Tests.Results;

public sealed class ChangePointsTests
{
    private const int Series = 1000;

    [Theory]
    [InlineData(30)]
    [InlineData(50)]
    [InlineData(100)]
    public void Pure_noise_seldom_shows_a_change(int length) =>
        Share(length, (_, noise) => noise, found => found.Count > 0).Should().BeLessThanOrEqualTo(0.05);

    /// <summary>Little is known of the noise then.</summary>
    [Theory]
    [InlineData(6)]
    [InlineData(10)]
    [InlineData(20)]
    public void Noise_of_a_short_series_seldom_shows_a_change(int length) =>
        Share(length, (_, noise) => noise, found => found.Count > 0).Should().BeLessThanOrEqualTo(0.08);

    [Theory]
    [InlineData(30, 15)]
    [InlineData(60, 50)]
    [InlineData(100, 50)]
    [InlineData(100, 10)]
    public void A_step_of_three_sigma_is_found_within_a_point(int length, int at) =>
        Share(length, (i, noise) => noise + (i >= at ? 3 : 0), found => found.Any(index => Math.Abs(index - at) <= 1))
            .Should().BeGreaterThanOrEqualTo(0.95);

    [Fact]
    public void Two_steps_are_found() =>
        Share(60, (i, noise) => noise + (i is >= 20 and < 40 ? 4 : 0), found => found is [>= 19 and <= 21, >= 39 and <= 41])
            .Should().BeGreaterThanOrEqualTo(0.95);

    [Theory]
    [InlineData(8)]
    [InlineData(20)]
    [InlineData(1000)]
    public void An_outlier_is_no_change(double size) =>
        Share(40, (i, noise) => noise + (i == 20 ? size : 0), found => found.Count > 0).Should().BeLessThanOrEqualTo(0.05);

    [Fact]
    public void Outliers_do_not_hide_a_step() =>
        Share(40, (i, noise) => noise + (i >= 20 ? 4 : 0) + (i is 7 or 31 ? 50 : 0), found => found is [>= 19 and <= 21])
            .Should().BeGreaterThanOrEqualTo(0.95);

    [Fact]
    public void Only_its_third_point_makes_a_step()
    {
        // Also a series that only alternates has noise.
        double[] steady = [.. Enumerable.Range(0, 20).Select(i => i % 2 * 0.1)];

        ChangePoints.Find([.. steady, 5, 5.1]).Should().BeEmpty();
        ChangePoints.Find([.. steady, 5, 5.1, 5]).Should().Equal(20);
    }

    [Fact]
    public void A_constant_series_has_no_change() => ChangePoints.Find([.. Enumerable.Repeat(7.0, 50)]).Should().BeEmpty();

    [Fact]
    public void Where_most_neighbours_are_equal_a_lasting_change_counts_and_a_blip_does_not() =>
        ChangePoints.Find([1, 1, 1, 5, 1, 1, 1, 2, 2, 2, 2, 2]).Should().Equal(7);

    [Theory]
    [InlineData]
    [InlineData(1.0)]
    [InlineData(1.0, 2.0)]
    [InlineData(1.0, 1.1, 5.0, 5.1, 5.0)]
    public void A_short_series_has_no_change(params double[] values) => ChangePoints.Find(values).Should().BeEmpty();

    [Fact]
    public void Size_and_offset_of_a_series_do_not_matter()
    {
        var random = new Random(5);
        double[] values = [.. Enumerable.Range(0, 40).Select(i => Normal(random) + (i >= 20 ? 5 : 0))];

        var found = ChangePoints.Find(values);

        found.Should().ContainSingle();
        ChangePoints.Find([.. values.Select(value => (value * 1e-9) + 1e3)]).Should().Equal(found);
        ChangePoints.Find([.. values.Select(value => (value * 1e9) - 1e12)]).Should().Equal(found);
    }

    [Fact]
    public void In_an_exact_series_each_change_counts()
    {
        ChangePoints.IsSteady([5, 6]).Should().BeTrue();
        ChangePoints.IsSteady([5, 5, 6, 5, 5, 5, 7]).Should().BeTrue();
        ChangePoints.IsSteady([5, 6, 5, 6, 7]).Should().BeFalse("what is exact in each process may differ between them");
        ChangePoints.FindExact([]).Should().BeEmpty();
        ChangePoints.FindExact([5]).Should().BeEmpty();
        ChangePoints.FindExact([5, 5]).Should().BeEmpty();
        ChangePoints.FindExact([5, 6]).Should().Equal(1);
        ChangePoints.FindExact([5, 5, 6, 5, 5, 5, 7]).Should().Equal(2, 3, 6);
    }

    private static double Share(int length, Func<int, double, double> value, Func<IReadOnlyList<int>, bool> counts)
    {
        var random = new Random(20261123);
        var counted = Enumerable.Range(0, Series)
            .Count(_ => counts(ChangePoints.Find([.. Enumerable.Range(0, length).Select(i => value(i, Normal(random)))])));
        return (double)counted / Series;
    }

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
