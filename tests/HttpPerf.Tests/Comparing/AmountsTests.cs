using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using Xunit;

namespace HttpPerf.Tests.Comparing;

/// <summary>Amounts that two builds of a case allocate; each argument is what one process has counted, window by window.</summary>
public sealed class AmountsTests
{
    private static readonly double[] Usual = [100, 100, 100, 100];
    private static readonly double[] Lucky = [212, 212, 212, 212];

    [Fact]
    public void Growth_is_added_to_each_amount_whatever_luck_a_process_has() =>
        Growth([More(Usual, 24), More(Lucky, 24)], [Usual, Lucky, Usual]).Should().Be(24);

    [Fact]
    public void A_saving_is_taken_from_each_amount() => Growth([More(Usual, -24), More(Lucky, -24)], [Usual, Lucky]).Should().Be(-24);

    [Fact]
    public void Luck_that_a_process_has_in_one_of_the_builds_is_no_growth() => Growth([Lucky, Usual], [Usual, Usual]).Should().Be(0);

    [Fact]
    public void Luck_that_all_processes_have_in_one_of_the_builds_is_told_from_growth_by_nothing_but_their_number() =>
        Growth([Lucky, Lucky], [Usual, Usual]).Should().Be(112);

    /// <summary>No process has shown both builds with the same amounts, and either shift explains as many as the other.</summary>
    [Fact]
    public void Nothing_is_told_by_amounts_that_two_shifts_explain_equally() => Growth([More(Usual, 24)], [Usual, Lucky]).Should().BeNull();

    [Fact]
    public void Of_several_shifts_the_one_counts_that_explains_far_more() =>
        Growth([More(Usual, 24)], [Usual, Usual, Usual, Lucky]).Should().Be(24);

    [Fact]
    public void What_half_of_the_calls_of_every_process_allocate_more_is_not_taken_for_luck() =>
        Growth([[100, 100, 124, 124], [100, 124, 100, 124]], [Usual, Usual]).Should().BeNull();

    [Fact]
    public void Amounts_that_occur_once_and_large_ones_that_few_calls_have_say_nothing() =>
        Growth([[.. Enumerable.Repeat(Usual, 5).SelectMany(u => u), 108, 5000, 5000]], [[.. Usual, 116]]).Should().Be(0);

    [Fact]
    public void Nothing_is_told_where_hardly_two_windows_agree() => Growth([[100, 104, 112, 131, 131]], [Usual]).Should().BeNull();

    [Fact]
    public void Less_than_a_word_is_not_in_every_call() => Growth([More(Usual, 4)], [Usual]).Should().BeNull();

    [Fact]
    public void Means_of_several_operations_are_compared_too() =>
        Growth([[124.1, 124.1, 124.3, 124.3]], [[100.1, 100.1, 100.3, 100.3]]).Should().Be(24);

    [Fact]
    public void The_most_frequent_amount_that_both_share_is_shown() =>
        Amounts.FindShared([Process([124, 124, 124, 236, 236])], [Process([212, 212, 100, 100, 100])])
            .Should().BeEquivalentTo(new { Now = 124.0, Before = 100.0, MostNow = 236.0, MostBefore = 212.0 });

    private static double? Growth(double[][] now, double[][] before) =>
        Amounts.FindShared([.. now.Select(Process)], [.. before.Select(Process)])?.Growth;

    private static AllocationSamples Process(double[] windows) => new([windows], 1);

    private static double[] More(double[] windows, double bytes) => Array.ConvertAll(windows, b => b + bytes);
}
