using FluentAssertions;
using HttpPerf.Comparing;
using HttpPerf.Running;
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
    public void Few_windows_that_differ_lie_between_the_least_and_the_most_of_them() => Of(100, 140).Should().Be(new Estimate(120, 100, 140));

    [Theory]
    [InlineData(0, new double[] { 24, 24, 24, 24 })]
    [InlineData(0, new double[] { 0, 0, 0, 0 })]
    [InlineData(0.05, new double[] { 90, 100, 100, 100 })]
    public void The_spread_is_half_of_what_lies_between_as_a_part_of_the_middle_window(double spread, double[] windows) =>
        Allocation.Spread(new AllocationSamples(windows, 64)).Should().BeApproximately(spread, 1e-12);

    [Fact]
    public void The_spread_leaves_out_the_outermost_tenths() =>
        Allocation.Spread(new AllocationSamples([1, .. Enumerable.Repeat(100.0, 18), 5000], 64)).Should().Be(0);

    private static Estimate Of(params double[] windows) => Allocation.Of(new AllocationSamples(windows, 64), errorRate: 0.01);
}
