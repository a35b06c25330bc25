using FluentAssertions;
using HttpPerf.Judging.Comparing;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

public sealed class JudgedLimitTests
{
    [Theory]
    [InlineData(null, 1.05, LimitStatus.Within, 0.05)]
    [InlineData(0.5, 1.05, LimitStatus.Undecided, 0.05)]
    [InlineData(0.99, null, LimitStatus.Within, -0.1)]
    [InlineData(null, 0.9, LimitStatus.Above, null)]
    [InlineData(null, 1.05, LimitStatus.Unjudged, null)]
    public void The_smallest_change_that_would_have_failed_moves_the_near_end_of_the_interval_to_the_limit(
        double? min, double? max, LimitStatus status, double? change)
    {
        var judged = new JudgedLimit(Example.Limit(Metric.TimeRatio, min, max), new Estimate(1.02, 1, 1.1), status);

        if (change is { } expected)
            judged.DetectableChange.Should().BeApproximately(expected, 1e-9);
        else
            judged.DetectableChange.Should().BeNull();
    }

    [Fact]
    public void Of_a_time_it_is_what_would_have_failed_in_nine_of_ten_runs() =>
        new JudgedLimit(Example.Limit(Metric.TimeRatio, max: 1.2), new Estimate(1.02, 1, 1.1), LimitStatus.Within)
        {
            Decision = new Decision(Outcome.Pass, IsAbove: true, Broken: 0, IsNear: false, Found: 1.275, Missing: 0),
        }.DetectableChange.Should().BeApproximately(0.25, 1e-9);

    /// <summary>A word, but for differences of the amounts.</summary>
    [Theory]
    [InlineData(16, 8)]
    [InlineData(8, 24)]
    public void Of_recorded_amounts_it_is_the_smallest_growth_that_none_of_their_differences_is(double apart, double found) =>
        new JudgedLimit(
            Example.Limit(Metric.AllocatedBytes, max: 2000) with { Amounts = [1000, 1000 + apart, 1000 + (2 * apart)] },
            Estimate.Exact(1000),
            LimitStatus.Within)
        {
            GrowthOfAmounts = 0,
        }.DetectableChange.Should().BeApproximately(found / 1000, 1e-9);

    [Fact]
    public void An_interval_without_an_end_finds_nothing()
    {
        var unbounded = new Estimate(1, 0, double.PositiveInfinity);

        new JudgedLimit(Example.Limit(Metric.TimeRatio, max: 2), unbounded, LimitStatus.Undecided).DetectableChange.Should().BeNull();
        new JudgedLimit(Example.Limit(Metric.TimeRatio, min: 0.5), unbounded, LimitStatus.Undecided).DetectableChange.Should().BeNull();
    }
}
