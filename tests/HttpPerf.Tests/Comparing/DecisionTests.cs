using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Statistics;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

/// <summary>Decisions on times of one process or several, looked at again and again; fixed seeds.</summary>
public sealed class DecisionTests
{
    private const int Runs = 10_000;
    private const int MostProcesses = 5;

    /// <summary>In nanoseconds: what calls differ by is no part of it worth mentioning.</summary>
    private const double Long = 1e6;

    private static readonly ErrorRates Errors = new();

    [Theory]
    [InlineData(0.016, 0.003, 0.0003, 0.006)]
    [InlineData(0.016, 0.01, 0.0002, 0.006)]
    [InlineData(0.022, 0.003, 0.003, 0.01)]
    [InlineData(0.022, 0.01, 0.002, 0.01)]
    [InlineData(0.03, 0.003, 0.01, 0.024)]
    public void A_limit_at_the_truth_is_called_broken_by_three_to_five_processes_as_rarely_as_said(
        double between, double own, double least, double most) =>
        Failed(1.05, 1.05, between, own).Should().BeInRange(least, most);

    /// <summary>Epochs that resemble the one before by 0.6 tell a mean half as surely as they seem to.</summary>
    [Theory]
    [InlineData(0.016, 0.003, 0.005)]
    [InlineData(0.016, 0.01, 0.01)]
    [InlineData(0.016, 0.03, 0.015)]
    public void Processes_that_measure_half_as_surely_as_they_say_call_hardly_more_limits_broken(
        double between, double own, double most) =>
        Failed(1.05, 1.05, between, own, actual: 2 * own).Should().BeLessThan(most);

    [Theory]
    [InlineData(0.009)]
    [InlineData(0.022)]
    [InlineData(0.03)]
    public void What_has_not_changed_never_fails(double between) => Failed(1, 1.05, between, 0.01).Should().Be(0);

    [Theory]
    [InlineData(1.10, 1.05, 0.009, 0.003, 0.99)]
    [InlineData(1.10, 1.05, 0.016, 0.01, 0.9)]
    [InlineData(1.05, 1.02, 0.009, 0.003, 0.9)]
    [InlineData(1.05, 1.02, 0.016, 0.003, 0.6)]
    public void What_is_slower_fails(double ratio, double limit, double between, double own, double share) =>
        Failed(ratio, limit, between, own).Should().BeGreaterThan(share);

    [Theory]
    [InlineData(1.0, 0.005, "Pass")]
    [InlineData(1.0, 0.03, "Open")]
    [InlineData(1.07, 0.02, "Open")]
    [InlineData(1.10, 0.02, "Suspect")]
    [InlineData(1.10, 0.005, "Suspect")]
    public void One_process_passes_what_is_surely_within_and_suspects_what_is_surely_beyond(double ratio, double error, string outcome) =>
        $"{Decide(1.05, isFinal: false, One(ratio, error)).Outcome}".Should().Be(outcome);

    [Theory]
    [InlineData(1.10, "Open")]
    [InlineData(1.20, "Fail")]
    public void Where_no_other_process_can_measure_one_fails_what_none_would_find_within(double ratio, string outcome) =>
        $"{Decide(1.05, isFinal: true, One(ratio, 0.005)).Outcome}".Should().Be(outcome);

    [Fact]
    public void Two_processes_do_not_fail_what_a_third_is_going_to_measure()
    {
        Decide(1.05, isFinal: false, One(1.3, 0.005), One(1.3, 0.005)).Outcome.Should().Be(Outcome.Open);
        Decide(1.05, isFinal: true, One(1.3, 0.005), One(1.3, 0.005)).Outcome.Should().Be(Outcome.Fail);
    }

    [Fact]
    public void A_minimum_mirrors_a_maximum()
    {
        var maximum = Decision.Of(Figure(One(1.01, 0.02)), null, 1.05, Errors);
        var minimum = Decision.Of(Figure(One(1 / 1.01, 0.02)), 1 / 1.05, null, Errors);

        minimum.Should().BeEquivalentTo(new { maximum.Outcome, IsAbove = false, maximum.IsNear }, o => o.ExcludingMissingMembers());
        minimum.Broken.Should().BeApproximately(maximum.Broken, 1e-12);
        minimum.Missing.Should().BeApproximately(maximum.Missing!.Value, 1e-9);
        minimum.Found.Should().BeApproximately(1 / maximum.Found!.Value, 1e-9);
    }

    [Fact]
    public void Of_two_bounds_both_have_to_hold()
    {
        Decision.Of(Figure(One(1, 0.005)), 0.9, 1.1, Errors).Outcome.Should().Be(Outcome.Pass);
        Decision.Of(Figure(One(0.7, 0.005)), 0.9, 1.1, Errors).Should().Match<Decision>(d => d.Outcome == Outcome.Fail && !d.IsAbove);
        Decision.Of(Figure(One(1.4, 0.005)), 0.9, 1.1, Errors).Should().Match<Decision>(d => d.Outcome == Outcome.Fail && d.IsAbove);
        Decision.Of(Figure(One(1.09, 0.01)), 0.9, 1.1, Errors).Should().Match<Decision>(d => d.Outcome == Outcome.Open && d.IsAbove);
    }

    [Theory]
    [InlineData(1.0, 0.03)]
    [InlineData(1.01, 0.05)]
    public void So_much_more_time_shows_that_a_limit_is_met_in_nine_of_ten_runs(double ratio, double error)
    {
        var missing = Decide(1.05, isFinal: true, One(ratio, error)).Missing!.Value;
        var (random, narrow) = (new Random(20261201), error / Math.Sqrt(1 + missing));

        var passed = Enumerable.Range(0, Runs).Count(
            _ => Decide(1.05, isFinal: true, One(ratio * Math.Exp((narrow * Normal(random)) + (0.009 * Normal(random))), narrow)).Outcome
                == Outcome.Pass);

        (passed / (double)Runs).Should().BeApproximately(0.9, 0.01);
    }

    [Fact]
    public void No_time_shows_what_processes_differ_by()
    {
        Decide(1.02, isFinal: true, One(1, 0.01)).Missing.Should().BeNull("processes differ by 0.9 %");
        Decide(1.05, isFinal: true, One(1.06, 0.01)).Missing.Should().BeNull("it isn't met");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(-1)]
    public void Enough_time_shows_what_is_farther_away_than_the_closest_bound(int side)
    {
        var closest = Closest(1).Closest!.Value;

        Math.Abs(Math.Log(closest)).Should().BeInRange(0.009 * 3.3, 0.009 * 3.5, "a process differs from others by 0.9 %");
        Closest(closest * Math.Exp(side * 0.001)).Missing.Should().BePositive();
        Closest(closest * Math.Exp(side * -0.001)).Missing.Should().BeNull();
        Decide(1.05, isFinal: true, One(1, double.PositiveInfinity)).Closest.Should().BeNull("nothing bounds it");

        Decision Closest(double bound) => side > 0
            ? Decide(bound, isFinal: true, One(1, 0.01))
            : Decision.Of(Figure(One(1, 0.01)), bound, null, Errors);
    }

    /// <summary>The true ratio may be anything, so an estimate says what others are to be expected.</summary>
    [Theory]
    [InlineData(1.05, 0.03, 0.3, 0.7)]
    [InlineData(1.05, 0.03, 0.7, 1)]
    [InlineData(1.02, 0.01, 0, 0.3)]
    [InlineData(1.02, 0.01, 0.3, 0.7)]
    public void What_is_open_is_decided_by_sixteen_times_the_samples_as_often_as_promised(
        double limit, double error, double least, double most)
    {
        var (random, decided, promised, runs) = (new Random(20261203), 0, 0.0, 0);
        while (runs < 2000)
        {
            var ratio = Math.Log(limit) + (0.2 * (random.NextDouble() - 0.5));
            var first = ratio + (error * Normal(random));
            var decision = Open(first, error);
            if (decision.Outcome != Outcome.Open || decision.Promise < least || decision.Promise >= most)
                continue;
            var all = (first + (15 * ratio) + (Math.Sqrt(15) * error * Normal(random))) / 16;
            decided += Open(all, error / 4).Outcome == Outcome.Open ? 0 : 1;
            promised += decision.Promise;
            runs++;
        }

        (decided / (double)runs).Should().BeApproximately(promised / runs, 0.03);

        Decision Open(double theta, double left) => Decide(limit, isFinal: false, new RatioModel(theta, left * left, 30));
    }

    [Fact]
    public void What_processes_differ_by_promises_nothing()
    {
        Decide(1.01, isFinal: false, One(1, 0.002)).Should().Match<Decision>(d => d.Outcome == Outcome.Open && d.Promise < 0.001);
        Decide(1.05, isFinal: false, One(1, 0.03)).Promise.Should().BeGreaterThan(0.5);
        Decide(1.05, isFinal: false, One(1, double.PositiveInfinity)).Promise.Should().Be(1, "nothing is known yet");
    }

    [Theory]
    [InlineData(0.009)]
    [InlineData(0.016)]
    public void What_would_have_been_found_is_found_in_nine_of_ten_runs_or_more(double between)
    {
        const double own = 0.01;
        var found = Decide(1.05, isFinal: true, One(1, own)).Found!.Value;

        Failed(found, 1.05, between, own).Should().BeGreaterThan(0.89);
    }

    [Theory]
    [InlineData(3, false)]
    [InlineData(30, true)]
    public void Processes_differ_by_more_in_ratios_of_a_few_nanoseconds(double nanoseconds, bool passes) =>
        (Decision.Of(new TimedFigure([One(1, 0.001)], nanoseconds), null, 1.1, Errors).Outcome == Outcome.Pass).Should().Be(passes);

    /// <summary>Nothing is known of how much a time differs between processes, so three of them must show it.</summary>
    [Fact]
    public void What_is_no_ratio_rests_on_the_processes_alone()
    {
        RatioModel[] processes = [One(0.98, 0.001), One(1, 0.001), One(1.02, 0.001)];

        new TimedFigure(processes, null).Failing.Degrees.Should().Be(2);
        new TimedFigure(processes, Long).Failing.Degrees.Should().Be(6);
        new TimedFigure(processes[..1], null).Failing.Should().Be(processes[0]);
    }

    [Theory]
    [InlineData(true, new[] { 1.33, 0.67 })]
    [InlineData(true, new[] { 1.33, 0.67, 0.66 })]
    [InlineData(true, new[] { 0.5, 1, 1.1 })]
    [InlineData(false, new[] { 1.33, 1.0 })]
    [InlineData(false, new[] { 1.33, 0.67, 1.2 })]
    [InlineData(false, new[] { 1.33 })]
    public void A_test_process_that_differs_by_a_factor_from_fresh_ones_that_agree_contradicts_them(bool contradicts, double[] values) =>
        ProcessSpread.Contradict(values).Should().Be(contradicts);

    /// <summary>A process that measures badly tells less of the others' mean.</summary>
    [Fact]
    public void Processes_are_weighted_by_what_each_of_them_left_open()
    {
        var both = RatioModel.Across([One(1, 0.001), One(1.2, 0.1), One(1, 0.001)], new(0.009, 4));

        both.Theta.Should().BeInRange(0, Math.Log(1.2) / 3 / 3);
    }

    /// <summary>Which share of runs fails, each of which looks at three, four and five processes.</summary>
    /// <param name="ratio">The true ratio.</param>
    /// <param name="limit">Its limit.</param>
    /// <param name="between">How much processes differ.</param>
    /// <param name="own">What each of them says that it leaves open.</param>
    /// <param name="actual">What it does leave open; null for as much.</param>
    private static double Failed(double ratio, double limit, double between, double own, double? actual = null)
    {
        var random = new Random(20261125);
        return Enumerable.Range(0, Runs).Count(_ => Fails()) / (double)Runs;

        bool Fails()
        {
            var processes = new List<RatioModel>();
            while (processes.Count < MostProcesses)
            {
                var process = Math.Log(ratio) + (between * Normal(random)) + ((actual ?? own) * Normal(random));
                processes.Add(new(process, own * own, 7));
                if (processes.Count < ProcessSpread.MinProcesses)
                    continue;
                var outcome = Decide(limit, isFinal: false, [.. processes]).Outcome;
                if (outcome != Outcome.Open)
                    return outcome == Outcome.Fail;
            }

            return false;
        }
    }

    private static Decision Decide(double limit, bool isFinal, params RatioModel[] processes) =>
        Decision.Of(Figure(processes), null, limit, Errors, isFinal);

    private static TimedFigure Figure(params RatioModel[] processes) => new(processes, Long);

    private static RatioModel One(double ratio, double error) => new(Math.Log(ratio), error * error, 200);
}
