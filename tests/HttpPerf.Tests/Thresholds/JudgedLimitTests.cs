using FluentAssertions;
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

    /// <summary>What breaks a limit is measured again, so the interval of all processes decides.</summary>
    [Theory]
    [InlineData(null, 1.2, 0.25)]
    [InlineData(0.9, null, -0.25)]
    public void Where_fresh_processes_would_have_measured_too_their_interval_must_be_beyond_the_limit(
        double? min, double? max, double change)
    {
        var judged = new JudgedLimit(Example.Limit(Metric.TimeRatio, min, max), new Estimate(1.02, 1, 1.1), LimitStatus.Within)
        {
            Foreseen = new Estimate(1.02, 0.96, 1.2),
        };

        judged.DetectableChange.Should().BeApproximately(change, 1e-9);
    }

    [Fact]
    public void An_interval_without_an_end_finds_nothing()
    {
        var unbounded = new Estimate(1, 0, double.PositiveInfinity);

        new JudgedLimit(Example.Limit(Metric.TimeRatio, max: 2), unbounded, LimitStatus.Undecided).DetectableChange.Should().BeNull();
        new JudgedLimit(Example.Limit(Metric.TimeRatio, min: 0.5), unbounded, LimitStatus.Undecided).DetectableChange.Should().BeNull();
    }
}
