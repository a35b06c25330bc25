using FluentAssertions;
using HttpPerf.Measuring;
using Xunit;

namespace HttpPerf.Tests.Measuring;

public sealed class AACheckBudgetTests
{
    private static readonly TimeSpan None = TimeSpan.Zero;
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void Before_anything_is_earned_nothing_is_allowed() => new AACheckBudget(0.1).Allowance(None, None).Should().Be(None);

    [Fact]
    public void A_quarter_of_what_is_saved_is_allowed_in_an_epoch()
    {
        var budget = new AACheckBudget(0.1);
        budget.Earn(80 * Second);
        budget.Allowance(None, 1 * Second).Should().Be(2 * Second);

        budget.Spend(4 * Second);
        budget.Allowance(None, 1 * Second).Should().Be(1 * Second);
    }

    [Theory]
    [InlineData(30, 0, 1, 1)]
    [InlineData(30, 0.5, 0.5, 1)]
    [InlineData(29, 0, 1, 0)]
    [InlineData(29, 0.5, 0.5, 0)]
    [InlineData(29, 1, 0, 0)]
    public void Less_than_setting_up_and_a_round_is_not_worth_it_and_three_times_that_must_be_there(
        double earned, double setUp, double round, double allowed)
    {
        var budget = new AACheckBudget(0.1);
        budget.Earn(earned * Second);

        budget.Allowance(setUp * Second, round * Second).Should().Be(allowed * Second);
    }

    [Fact]
    public void Without_a_share_nothing_is_ever_allowed()
    {
        var budget = new AACheckBudget(0);
        budget.Earn(1000 * Second);

        budget.Allowance(None, None).Should().Be(None);
    }
}
