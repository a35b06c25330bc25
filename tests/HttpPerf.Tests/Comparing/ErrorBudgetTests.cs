using FluentAssertions;
using HttpPerf.Comparing;
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

        var spent = Enumerable.Range(0, looks).Sum(_ => budget.Next() * Math.Max(1, limits));

        spent.Should().BeLessThanOrEqualTo(0.01).And.BeGreaterThanOrEqualTo(0.005);
    }

    [Theory]
    [InlineData(0.1)]
    [InlineData(0.0001)]
    public void What_a_group_may_err_by_is_given(double perGroup) =>
        new ErrorBudget(limits: 2, perGroup).Next().Should().Be(perGroup / 4);

    [Fact]
    public void The_current_rate_is_that_of_the_latest_look()
    {
        var budget = new ErrorBudget(limits: 2);

        budget.Current.Should().Be(0.0025, "the first look gets half of the whole, and a limit half of that");
        budget.Next().Should().Be(0.0025);
        budget.Current.Should().Be(0.0025);
        budget.Next().Should().BeApproximately(0.005 / 6, 1e-15);
        budget.Current.Should().BeApproximately(0.005 / 6, 1e-15);
    }
}
