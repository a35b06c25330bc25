using FluentAssertions;
using HttpPerf.Comparing;
using HttpPerf.Running;
using Xunit;

namespace HttpPerf.Tests.Comparing;

public sealed class ErrorBudgetTests
{
    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 1)]
    [InlineData(1, 10)]
    [InlineData(36, 1)]
    [InlineData(36, 10_000)]
    public void All_intervals_at_all_looks_together_err_in_at_most_one_group_of_a_hundred(int limits, int looks)
    {
        var budget = new ErrorBudget(limits);

        var spent = Enumerable.Range(1, looks).Sum(look => budget.OfLook(look) * Math.Max(1, limits));

        spent.Should().BeLessThanOrEqualTo(0.01).And.BeGreaterThanOrEqualTo(0.005);
    }

    [Theory]
    [InlineData(0.1)]
    [InlineData(0.0001)]
    public void What_a_group_may_err_by_is_given(double perGroup) =>
        new ErrorBudget(limits: 2, perGroup).OfLook(1).Should().Be(perGroup / 4);

    /// <summary>A time that was decided doesn't become undecided while bytes are counted on.</summary>
    [Fact]
    public void An_interval_whose_samples_have_not_grown_keeps_its_error_rate()
    {
        double[] times = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        var first = Group.Times(Group.Alone, times, times);
        var later = first with { Allocation = new([.. Enumerable.Repeat(new double[] { 100, 101, 102 }, 8)], 64) };
        var more = Group.Times(Group.Alone, times, times, times, times);

        Median(later, epochsPerPass: 2).Should().Be(Median(first, epochsPerPass: 2));
        Median(more, epochsPerPass: 2).Should().Be(OrderStatistics.Quantile(more.Epochs, 0.5, new ErrorBudget(1).OfLook(2)));
        Median(more, epochsPerPass: 4).Should().Be(OrderStatistics.Quantile(more.Epochs, 0.5, new ErrorBudget(1).OfLook(1)));
    }

    private static Estimate Median(CaseSamples samples, int epochsPerPass) => GroupComparison.Compare(
        Group.Of(samples) with { EpochsPerPass = epochsPerPass }, new ErrorBudget(1)).Cases[0].Measured[Metric.MedianTime];
}
