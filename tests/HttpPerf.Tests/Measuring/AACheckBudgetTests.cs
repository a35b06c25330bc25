using FluentAssertions;
using HttpPerf.Measuring;
using Xunit;

namespace HttpPerf.Tests.Measuring;

public sealed class AACheckBudgetTests
{
    private static readonly TimeSpan None = TimeSpan.Zero;
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void A_quarter_of_what_is_left_is_allowed_in_an_epoch()
    {
        var budget = new AACheckBudget(8 * Second);
        budget.Allowance(None, 1 * Second).Should().Be(2 * Second);

        budget.Spend(4 * Second);
        budget.Allowance(None, 1 * Second).Should().Be(1 * Second);
    }

    [Theory]
    [InlineData(3, 0, 1, 1)]
    [InlineData(3, 0.5, 0.5, 1)]
    [InlineData(2.9, 0, 1, 0)]
    [InlineData(2.9, 0.5, 0.5, 0)]
    [InlineData(2.9, 1, 0, 0)]
    public void Less_than_setting_up_and_a_round_is_not_worth_it_and_three_times_that_must_be_there(
        double total, double setUp, double round, double allowed)
    {
        var budget = new AACheckBudget(total * Second);

        budget.Allowance(setUp * Second, round * Second).Should().Be(allowed * Second);
    }

    [Fact]
    public void Without_time_nothing_is_ever_allowed() => new AACheckBudget(None).Allowance(None, None).Should().Be(None);
}
