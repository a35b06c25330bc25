using FluentAssertions;
using HttpPerf.Judging.Comparing;
using Xunit;

namespace HttpPerf.Tests.Comparing;

/// <summary>Judges what is left after each window of 200 operations.</summary>
public sealed class RetentionTests
{
    private const int Operations = 200;

    [Fact]
    public void What_grows_by_the_same_in_most_windows_is_exact() =>
        Of([4176, .. Enumerable.Repeat(4800, 7), 12_992, 4800, 4800, 21_184]).Should().Be(
            new Retention(Estimate.Exact(24), RetentionTrend.Growing, 12, Operations), "tables that double are single steps");

    [Fact]
    public void Nothing_is_left_where_threads_start_and_pools_settle() =>
        Of([440, 488, 0, 0, 0, 0, 53_784, 0, -728, 0]).Should().Be(
            new Retention(Estimate.Exact(0), RetentionTrend.Settled, 10, Operations));

    [Fact]
    public void A_cache_that_fills_up_settles() =>
        Of([.. Enumerable.Repeat(20_000, 14), .. Enumerable.Repeat(0, 14)]).Trend.Should().Be(RetentionTrend.Settled);

    [Fact]
    public void A_cache_that_fills_more_and_more_slowly_does_not_grow_steadily()
    {
        var retained = Of([.. Enumerable.Range(0, 20).Select(window => (int)(20_000 * Math.Pow(0.9, window)))]);

        retained.Trend.Should().Be(RetentionTrend.Undecided);
        retained.PerOperation.Value.Should().Be(0);
        retained.PerOperation.Upper.Should().BeGreaterThan(10);
    }

    [Fact]
    public void What_comes_and_goes_is_undecided()
    {
        // As the buffers of clients that nobody disposes of.
        var retained = Of(
            [1_511_376, -886_096, -460_048, 142_248, 761_296, -65_904, 549_320, -43_688, -1_454_720, 1_564_920, -145_792, -571_120]);

        retained.Trend.Should().Be(RetentionTrend.Undecided);
        retained.PerOperation.Should().Match<Estimate>(e => e.Value == 0 && e.Lower == 0 && e.Upper > 0);
        retained.IsDecided.Should().BeFalse();
    }

    [Fact]
    public void What_one_of_five_hundred_calls_leaves_is_found_by_windows_together()
    {
        int[] steps = [.. Enumerable.Range(1, 40).Select(window => 1048 * (CountUntil(window) - CountUntil(window - 1)))];

        var retained = Of(steps);

        retained.Trend.Should().Be(RetentionTrend.Growing);
        retained.PerOperation.Value.Should().BeApproximately(1048 / 500.0, 0.5);

        static int CountUntil(int window) => window * Operations / 500;
    }

    /// <summary>Two of three windows leave 1,048 B, and the level before the release isn't reached again.</summary>
    [Theory]
    [InlineData(20)]
    [InlineData(22)]
    [InlineData(31)]
    public void What_is_released_once_hides_no_leak_that_most_windows_have(int release)
    {
        int[] steps = [.. Enumerable.Range(1, 40).Select(window => window % 3 == 0 ? 0 : 1048)];
        steps[release] -= 30_000;

        Of(steps).Trend.Should().Be(RetentionTrend.Growing);
    }

    [Fact]
    public void What_is_released_once_hides_no_leak() =>
        Of([.. Enumerable.Repeat(4800, 30), -1_000_000, .. Enumerable.Repeat(4800, 9)]).Should().Be(
            new Retention(Estimate.Exact(24), RetentionTrend.Growing, 40, Operations));

    [Fact]
    public void Five_windows_are_enough_if_they_agree() =>
        Of([4176, 4800, 4800, 4800, 4800]).PerOperation.Should().Be(Estimate.Exact(24));

    [Fact]
    public void Five_windows_are_too_few_if_they_do_not() =>
        Of([4176, 4800, 4808, 4816, 4824]).Trend.Should().Be(RetentionTrend.Undecided);

    [Theory]
    [InlineData(10, false)]
    [InlineData(39, false)]
    [InlineData(40, true)]
    public void Growth_is_decided_when_no_usual_cache_would_still_fill_up(int windows, bool isDecided) =>
        Of([.. Enumerable.Repeat(4800, windows)]).IsDecided.Should().Be(isDecided);

    private static Retention Of(int[] steps)
    {
        var levels = new List<double> { 1_000_000 };
        foreach (var step in steps)
            levels.Add(levels[^1] + step);
        return Retention.Of(levels, Operations);
    }
}
