using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using Xunit;

namespace HttpPerf.Tests.Comparing;

/// <summary>Amounts that are kept with limits, and what later runs count; an array is what one process has counted.</summary>
public sealed class RecordedAmountsTests
{
    private static readonly double[] Recorded = [1000, 1200, 1480];

    [Fact]
    public void Amounts_that_vary_within_processes_are_recorded() =>
        Find([480, 480, 400, 440], [400, 480, 480, 440], [400, 440, 480, 400]).Should().Equal(400, 440, 480);

    [Fact]
    public void What_few_windows_have_once_or_far_above_the_others_is_not_recorded() =>
        Find(
            [.. Many(20, 100), .. Many(20, 108), 116],
            [.. Many(20, 100), .. Many(20, 108), 900, 900],
            [.. Many(20, 108), .. Many(20, 100)]).Should().Equal(100, 108);

    [Fact]
    public void A_single_amount_is_not_recorded() => Find(Many(20, 100), [.. Many(20, 100), 108, 108], Many(20, 100)).Should().BeNull();

    [Fact]
    public void Amounts_that_processes_have_each_of_their_own_are_not_recorded() =>
        Find(Many(20, 100), Many(20, 108), Many(20, 148)).Should().BeNull();

    [Fact]
    public void Two_processes_are_too_few() => Find([100, 100, 200, 200], [100, 100, 200, 200]).Should().BeNull();

    [Fact]
    public void Too_many_amounts_are_not_recorded() => Find(Two(17), Two(17), Two(17)).Should().BeNull();

    [Fact]
    public void Amounts_that_hardly_recur_are_not_recorded() =>
        Find([100, 100, 101, 102, 103], [104, 105, 106, 100, 100], [100, 107, 108, 200, 200]).Should().BeNull();

    [Fact]
    public void Means_of_several_calls_are_not_recorded() =>
        RecordedAmounts.Find([.. Enumerable.Repeat(new AllocationSamples([[100, 100, 200, 200]], 2), 3)]).Should().BeNull();

    [Theory]
    [InlineData(0)]
    [InlineData(24)]
    [InlineData(-24)]
    [InlineData(4096)]
    public void Growth_is_added_to_each_amount(double growth) =>
        FindGrowth([1000 + growth, 1000 + growth, 1200 + growth, 1480 + growth, 1200 + growth]).Should().Be(growth);

    [Fact]
    public void Growth_by_the_difference_of_two_amounts_is_told_by_the_third_one_only()
    {
        FindGrowth([1200, 1200, 1400, 1400, 1680, 1680]).Should().BeNull("a third of the calls allocate a recorded amount");
        FindGrowth([1280, 1280, 1480, 1480, 1760, 1760]).Should().BeNull("the same, by 280");
        FindGrowth([1480, 1480, 1680, 1680, 1960, 1960, .. Many(60, 1680)]).Should().Be(480);
    }

    [Fact]
    public void New_amounts_beside_the_recorded_ones_are_no_growth() => FindGrowth([1000, 1000, 1200, 1550, 1550]).Should().Be(0);

    [Fact]
    public void New_amounts_in_place_of_the_recorded_ones_tell_nothing() =>
        FindGrowth([1001, 1001, 1210, 1210, 1777, 1777]).Should().BeNull();

    [Fact]
    public void A_single_amount_may_be_any_of_the_recorded_ones_and_more() => FindGrowth(Many(20, 1224)).Should().BeNull();

    [Fact]
    public void A_process_with_the_recorded_amounts_shows_that_others_have_not_grown() =>
        FindGrowth([1024, 1024, 1224, 1224], [1000, 1000, 1200]).Should().Be(0);

    [Fact]
    public void Most_processes_have_to_show_the_same_growth()
    {
        FindGrowth([1024, 1024, 1224, 1224], [1024, 1024, 1504, 1504], [1072, 1072, 1272, 1272]).Should().Be(24);
        FindGrowth([1024, 1024, 1224, 1224], [1072, 1072, 1272, 1272]).Should().BeNull();
    }

    /// <summary>One process of three had left out an object of 48 B when the amounts were recorded.</summary>
    [Fact]
    public void Of_several_explanations_that_agree_on_growth_the_smallest_counts()
    {
        double[] recorded = [952, 1000, 1152, 1200, 1432, 1480];

        RecordedAmounts.FindGrowth(recorded, [Process([1024, 1024, 1224, 1224, 1504, 1504])]).Should().Be(24);
        RecordedAmounts.FindGrowth(recorded, [Process([976, 976, 1176, 1176, 1456, 1456])]).Should().BeNull("24 B more, or 24 B less");
    }

    private static IReadOnlyList<double>? Find(params double[][] processes) => RecordedAmounts.Find([.. processes.Select(Process)]);

    private static double? FindGrowth(params double[][] processes) =>
        RecordedAmounts.FindGrowth(Recorded, [.. processes.Select(Process)]);

    private static AllocationSamples Process(double[] windows) => new([windows], 1);

    private static double[] Many(int count, double bytes) => [.. Enumerable.Repeat(bytes, count)];

    private static double[] Two(int amounts) => [.. Enumerable.Range(0, 2 * amounts).Select(i => 1000.0 + (8 * (i % amounts)))];
}
