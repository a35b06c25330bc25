using FluentAssertions;
using HttpPerf.Measuring;
using HttpPerf.Model;
using Xunit;

namespace HttpPerf.Tests.Measuring;

public sealed class PassPlannerTests
{
    private const int Epochs = 4;

    private static readonly CaseId[] Group = [Fake.Baseline, Fake.One, Fake.Other];

    private static readonly MeasurementPlan Plan = MeasurementPlan.Default with
    {
        Budget = new(TimeSpan.FromSeconds(100)),
        FirstLook = TimeSpan.FromSeconds(2),
    };

    [Theory]
    [InlineData(10, 1000, 200)]
    [InlineData(1000, 1000, 16)]
    [InlineData(10, 150, 150)]
    [InlineData(1000, 5, 5)]
    public void Rounds_fill_the_time_before_the_first_look_and_are_at_least_16_if_the_budget_allows_it(
        int milliseconds, int affordable, int rounds) => RoundsOf(Plan, milliseconds, affordable).Should().Be(rounds);

    [Theory]
    [InlineData(10, 50)]
    [InlineData(1000, 8)]
    public void They_are_fewer_where_no_verdict_rests_on_times(int milliseconds, int rounds) =>
        RoundsOf(LimitedTo(SampleKinds.Bytes), milliseconds, affordable: 1000).Should().Be(rounds);

    [Theory]
    [InlineData(1000, 500)]
    [InlineData(300, 300)]
    public void Lengthened_rounds_take_as_long_as_everything_that_the_epoch_has_sampled(int affordable, int rounds)
    {
        var planner = Planner(Plan);
        planner.PlanRounds(TimeSpan.FromMilliseconds(10), affordable);
        planner.Add(Fake.One, SampleKinds.Counters, TimeSpan.FromSeconds(1));
        planner.Add(Fake.Other, SampleKinds.Bytes, TimeSpan.FromSeconds(2));

        planner.LengthenRounds();

        planner.RoundCount.Should().Be(rounds);
    }

    [Fact]
    public void Rounds_on_which_no_verdict_rests_are_not_lengthened()
    {
        var planner = Planner(LimitedTo(SampleKinds.Bytes));
        planner.PlanRounds(TimeSpan.FromMilliseconds(10), affordable: 1000);
        planner.Add(Fake.One, SampleKinds.Bytes, TimeSpan.FromSeconds(3));

        planner.LengthenRounds();

        planner.RoundCount.Should().Be(50);
    }

    [Fact]
    public void What_no_verdict_rests_on_is_due_in_the_last_two_epochs_of_the_first_pass()
    {
        var planner = Planner(LimitedTo(SampleKinds.Bytes));
        var due = new List<(bool Bytes, bool Costs)>();

        for (var epoch = 0; epoch < Epochs; epoch++)
        {
            due.Add((planner.IsDue(Fake.One, SampleKinds.Bytes), planner.IsDue(Fake.One, SampleKinds.Costs)));
            planner.EndEpoch(TimeSpan.FromSeconds(1));
        }

        due.Should().Equal((true, false), (true, false), (true, true), (true, true));
    }

    [Fact]
    public void Only_what_the_plan_asks_for_is_due()
    {
        var planner = Planner(Plan with { Kinds = SampleKinds.Times });

        planner.IsDue(Fake.One, SampleKinds.Times).Should().BeTrue();
        planner.IsDue(Fake.One, SampleKinds.Bytes).Should().BeFalse();
    }

    [Theory]
    [InlineData(SampleKinds.Counters, 2)]
    [InlineData(SampleKinds.Times, 1)]
    internal void Limited_counts_are_taken_twice_as_long(SampleKinds limited, double effort)
    {
        var planner = Planner(LimitedTo(limited));

        planner.EffortOf(Fake.One, SampleKinds.Counters).Should().Be(effort);
        planner.EffortOf(Fake.One, SampleKinds.Bytes).Should().Be(1);
    }

    [Fact]
    public void After_two_epochs_it_is_known_how_long_the_first_pass_will_take()
    {
        var planner = Planner(Plan);
        planner.EndEpoch(TimeSpan.FromSeconds(10));
        (planner.FirstPass, planner.Rest).Should().Be((null, null));

        planner.EndEpoch(TimeSpan.FromSeconds(2));
        (planner.FirstPass, planner.Rest).Should().Be((TimeSpan.FromSeconds(16), TimeSpan.FromSeconds(4)));

        planner.EndEpoch(TimeSpan.FromSeconds(3));
        (planner.FirstPass, planner.Rest).Should().Be((null, TimeSpan.FromSeconds(3)));
    }

    [Fact]
    public void The_overhead_of_an_epoch_is_what_its_samples_did_not_take()
    {
        var planner = Planner(Plan);

        RunEpoch(planner, rounds: 2, epoch: 7);
        RunEpoch(planner, rounds: 2, epoch: 5);

        planner.Overhead.Should().Be(TimeSpan.FromSeconds(3));
    }

    [Fact]
    public void The_next_pass_measures_what_is_undecided_with_what_it_is_compared_with_in_shorter_rounds()
    {
        var planner = AfterOnePass();

        TryPlanPass(planner, Fake.Undecided(Fake.One, SampleKinds.Times), elapsed: 40).Should().BeTrue();

        planner.Measured.Should().Equal(Fake.Baseline, Fake.One);
        planner.RoundTime.Should().Be(TimeSpan.FromMilliseconds(5), "the third case took half of it");
        planner.Overhead.Should().Be(TimeSpan.FromSeconds(2), "only two of three cases are built");
        (planner.Epoch, planner.LastEpoch).Should().Be((Epochs, 2 * Epochs));
        planner.RoundCount.Should().BeGreaterThan(200);
    }

    [Fact]
    public void Nothing_is_planned_where_everything_is_decided() =>
        TryPlanPass(AfterOnePass(), Fake.Decided, elapsed: 0).Should().BeFalse();

    [Theory]
    [InlineData(180, null, true)]
    [InlineData(195, null, false)]
    [InlineData(80, 100, true)]
    [InlineData(95, 100, false)]
    public void The_next_pass_and_its_overhead_fit_into_twice_the_budget_or_the_time_that_the_look_leaves(
        double elapsed, int? timeLimit, bool isPlanned)
    {
        var look = Fake.Undecided(Fake.One, SampleKinds.Times) with
        {
            TimeLimit = timeLimit is { } seconds ? TimeSpan.FromSeconds(seconds) : null,
        };

        TryPlanPass(AfterOnePass(), look, elapsed).Should().Be(isPlanned);
    }

    [Theory]
    [InlineData(20, true)]
    [InlineData(25, false)]
    public void Rounds_count_toward_the_budget(double rounds, bool isPlanned) =>
        TryPlanPass(AfterOnePass(rounds), Fake.Undecided(Fake.One, SampleKinds.Times), elapsed: 0).Should().Be(isPlanned);

    [Fact]
    public void Windows_of_bytes_with_a_maximum_share_a_part_of_the_budget()
    {
        var planner = Planner(Plan with { Needs = new(new(SampleKinds.Bytes), new(SampleKinds.Bytes), DecisiveWindows: 62) });

        planner.PlanWindows(Fake.One, SampleKinds.Bytes, overlaps: false).Should().Be(
            new WindowPlan(16, TimeSpan.FromSeconds(100) / (Epochs * Group.Length)));
        planner.PlanWindows(Fake.One, SampleKinds.ServerBytes, overlaps: false).Should().Be(WindowPlan.Short);
        planner.PlanWindows(Fake.One, SampleKinds.Bytes, overlaps: true).Should().Be(WindowPlan.Short);
    }

    private static MeasurementPlan LimitedTo(SampleKinds kinds) => Plan with { Needs = Plan.Needs with { Limited = new(kinds) } };

    private static PassPlanner Planner(MeasurementPlan plan) => new(plan, Group, Epochs);

    private static int RoundsOf(MeasurementPlan plan, int milliseconds, int affordable)
    {
        var planner = Planner(plan);
        planner.PlanRounds(TimeSpan.FromMilliseconds(milliseconds), affordable);
        return planner.RoundCount;
    }

    /// <summary>A pass of 200 rounds of 10 ms in each epoch, with 3 s of overhead.</summary>
    private static PassPlanner AfterOnePass(double rounds = 2)
    {
        var planner = Planner(Plan);
        planner.PlanRounds(TimeSpan.FromMilliseconds(10), affordable: 1000);
        for (var epoch = 0; epoch < Epochs; epoch++)
            RunEpoch(planner, rounds, rounds + 3);
        return planner;
    }

    private static void RunEpoch(PassPlanner planner, double rounds, double epoch)
    {
        planner.Add(null, SampleKinds.Times, TimeSpan.FromSeconds(rounds));
        planner.EndEpoch(TimeSpan.FromSeconds(epoch));
    }

    /// <summary>The baseline and the first case take a quarter of a round each, the other one half.</summary>
    private static bool TryPlanPass(PassPlanner planner, Look look, double elapsed) => planner.TryPlanPass(
        look, TimeSpan.FromSeconds(elapsed), id => id == Fake.Baseline, id => id == Fake.Other ? 2 : 1);
}
