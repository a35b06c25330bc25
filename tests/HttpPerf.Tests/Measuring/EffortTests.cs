using FluentAssertions;
using HttpPerf.Measuring;
using HttpPerf.Model;
using Xunit;

namespace HttpPerf.Tests.Measuring;

public sealed class EffortTests
{
    private const int Epochs = 4;

    private static readonly TimeSpan Unit = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan Plenty = TimeSpan.FromMinutes(1);

    [Fact]
    public void Only_what_is_undecided_is_sampled_as_long_as_before()
    {
        var effort = AfterOnePass();

        var factors = new List<double>();
        for (var pass = 0; pass < 4; pass++)
        {
            effort.TryPlan(Undecided(SampleKinds.Counters), Plenty, 1).Should().BeTrue();
            factors.Add(effort.Of(Fake.One, SampleKinds.Counters));
        }

        factors.Should().Equal(1, 2, 4, 8);
        effort.Of(Fake.Other, SampleKinds.Counters).Should().Be(0);
        effort.Of(Fake.One, SampleKinds.Bytes).Should().Be(0);
        effort.OfRounds.Should().Be(0);
    }

    [Fact]
    public void Rounds_are_common_to_all_cases()
    {
        var effort = AfterOnePass();

        effort.TryPlan(Undecided(SampleKinds.Times), Plenty, 1).Should().BeTrue();
        effort.TryPlan(Undecided(SampleKinds.Times), Plenty, 1).Should().BeTrue();

        effort.OfRounds.Should().Be(2);
        effort.Of(Fake.One, SampleKinds.Counters).Should().Be(0);
    }

    [Fact]
    public void What_was_decided_starts_again_with_as_much_as_it_has_had()
    {
        var effort = AfterOnePass();
        effort.TryPlan(Undecided(SampleKinds.Counters), Plenty, 1);
        effort.TryPlan(Undecided(SampleKinds.Counters), Plenty, 1);

        effort.TryPlan(Undecided(SampleKinds.Bytes), Plenty, 1);

        effort.Of(Fake.One, SampleKinds.Counters).Should().Be(0);
        effort.Of(Fake.One, SampleKinds.Bytes).Should().Be(1);

        effort.TryPlan(Undecided(SampleKinds.Counters), Plenty, 1);

        effort.Of(Fake.One, SampleKinds.Counters).Should().Be(4, "it was sampled 1, 1 and 2 times as long");
    }

    [Fact]
    public void Later_passes_count_toward_the_budget()
    {
        var effort = AfterOnePass();
        effort.Add(Fake.One, SampleKinds.Counters, Unit).Should().Be(TimeSpan.Zero);

        effort.TryPlan(Undecided(SampleKinds.Counters), Plenty, 1);

        effort.Add(Fake.One, SampleKinds.Counters, Unit).Should().Be(Unit);
    }

    [Theory]
    [InlineData(1.0, true, 1.0)]
    [InlineData(0.5, true, 0.5)]
    [InlineData(0.24, false, null)]
    [InlineData(-1.0, false, null)]
    public void A_pass_is_cut_down_to_what_is_left_of_the_budget(double share, bool isWorthIt, double? factor)
    {
        var effort = AfterOnePass();
        var left = Epochs * Unit * share;

        effort.TryPlan(Undecided(SampleKinds.Counters), left, 1).Should().Be(isWorthIt);

        if (factor is not null)
            effort.Of(Fake.One, SampleKinds.Counters).Should().BeApproximately(factor.Value, 1e-9);
    }

    [Fact]
    public void Too_few_rounds_are_not_worth_a_pass()
    {
        AfterOnePass().TryPlan(Undecided(SampleKinds.Times), Epochs * Unit * 0.5, minRounds: 0.6).Should().BeFalse();
        AfterOnePass().TryPlan(Undecided(SampleKinds.Times), Epochs * Unit * 0.5, minRounds: 0.4).Should().BeTrue();
    }

    [Fact]
    public void What_is_not_sampled_at_all_is_not_waited_for()
    {
        new Effort(Epochs).TryPlan(Undecided(SampleKinds.Counters), Plenty, 1).Should().BeFalse();
    }

    private static Effort AfterOnePass()
    {
        var effort = new Effort(Epochs);
        effort.Add(null, SampleKinds.Times, Unit).Should().Be(Unit, "rounds count toward the budget from the first");
        foreach (var id in new[] { Fake.One, Fake.Other })
            foreach (var kind in new[] { SampleKinds.Bytes, SampleKinds.Costs, SampleKinds.Counters })
                effort.Add(id, kind, Unit);
        return effort;
    }

    /// <summary>To build and to warm up everything for a few rounds would waste most of an epoch's time.</summary>
    [Theory]
    [InlineData(0, 100, 1)]
    [InlineData(0.5, 100, 1)]
    [InlineData(3, 100, 3)]
    [InlineData(3, 2, 2)]
    [InlineData(3, 0.5, 0.5)]
    public void Later_rounds_take_as_long_as_the_rest_of_their_epoch_where_there_is_time(double rest, double left, double factor)
    {
        var effort = AfterOnePass();

        effort.TryPlan(Undecided(SampleKinds.Times), left * Epochs * Unit, minRounds: 0.1, rest: rest * Unit).Should().BeTrue();

        effort.OfRounds.Should().BeApproximately(factor, 1e-9);
    }

    private static Dictionary<CaseId, SampleKinds> Undecided(SampleKinds kinds) => new() { [Fake.One] = kinds };
}
