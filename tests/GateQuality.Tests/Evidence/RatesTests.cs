using FluentAssertions;
using HttpPerf.GateQuality.Evidence;
using Xunit;

namespace HttpPerf.GateQuality.Tests.Evidence;

public class RatesTests
{
    private const string Origin = "2026-11-28, a1b2c3d4e5, A";

    private static readonly Line Same = Recorded.Line("same");
    private static readonly Line Slower = Recorded.Line("slower", "C5", "+5 % time at 1.02") with { Changed = true };

    [Fact]
    public void Runs_are_counted_and_not_their_cases()
    {
        var both = new[] { Same with { Of = 2, Status = "above" }, Same with { Of = 2, Status = "above", Case = "Orders.List" } };

        Render([.. Same.Times(58), .. both]).Should().Contain(
            $"| Orders | same code, one server | idle | 59 | 1 | fewer than 7.79 % | 0 of 60 (0 %) | 0 | 1.010 | 30 | {Origin} |");
    }

    [Theory]
    [InlineData(59, "fewer than 4.95 %")]
    [InlineData(299, "fewer than 1 %")]
    public void No_failure_has_the_bound_that_so_many_runs_allow(int runs, string bound) =>
        Render(Same.Times(runs)).Should().Contain($"| {runs} | 0 | {bound} |");

    [Theory]
    [InlineData("notShown", 0)]
    [InlineData("undecided", 1)]
    [InlineData("unjudged", 1)]
    [InlineData("a word of a later version", 1)]
    public void What_is_neither_met_nor_broken_is_not_shown(string status, int inconclusive) =>
        Render(Same, Same with { Run = "other", Status = status }).Should()
            .Contain($"| 2 | 0 | fewer than 77.64 % | 1 of 2 (50 %) | {inconclusive} |");

    [Theory]
    [InlineData("crashed")]
    [InlineData("invalid")]
    public void What_could_not_be_measured_has_failed(string status) =>
        Render(Same with { Status = status }).Should().Contain("| 1 | 1 | fewer than 100 % |");

    [Theory]
    [InlineData(0, null, "no busy loops")]
    [InlineData(0, 0.05, "idle")]
    [InlineData(0, 1.6, "other work")]
    [InlineData(2, 0.05, "2 busy loops")]
    [InlineData(2, 0.5, "2 busy loops, other work")]
    public void Idle_is_a_machine_on_which_nothing_else_ran(int hogs, double? others, string beside) =>
        Render(Same with { Hogs = hogs, Others = others }).Should().Contain($"| same code, one server | {beside} | 1 |");

    [Fact]
    public void A_change_is_found_only_where_it_must_show()
    {
        var rows = Render(
            Slower with { Status = "above", True = 1.048 },
            Slower with { Run = "open", Status = "undecided", True = 1.052 },
            Slower with { Run = "elsewhere", Changed = false, Metric = "against.allocatedBytes", Status = "above" });

        rows.Should().Contain("| Orders | +5 % time at 1.02 | idle | 3 | 1 | more than 1.7 % | 1.050 | in 1 of 3 | 30 |");
    }

    [Fact]
    public void The_error_within_a_process_is_taken_out_of_what_processes_differ_by()
    {
        double[] logarithms = [-0.03, 0.03, -0.03, 0.03];
        var rows = Render(logarithms.Select(
            (value, i) => Recorded.Line($"{i}", "C2", Plan.DifferentMethods) with { Value = Math.Exp(value), Error = 0.01 }));

        // sd 0.0346, of which 0.01 is the error within.
        rows.Should().Contain("| different methods | idle | 4 | 1 | 1.000 | 3.46 % | 1 % | 3.32 % |");
    }

    [Fact]
    public void Limits_that_only_make_a_run_possible_are_no_verdicts()
    {
        var at = Recorded.Line("at", "C4", Plan.AtTheLimit);

        Render(at with { Of = 3 }, at with { Of = 3, Status = "above" }, at with { Of = 3, Limit = 10 })
            .Should().Contain("| Orders | idle | 1 | 2 | 1 of 2 (50 %) | 1 of 2 (50 %) | 0 of 2 (0 %) |");
    }

    [Fact]
    public void Coverage_is_the_share_of_epochs_in_the_middle_of_their_predictions()
    {
        var epochs = Recorded.Line("one", "C1") with { Of = 3, Metric = "epochs", Places = [0.5, 0.3, 0.05, 0.999] };
        var copy = epochs with { Places = null, Metric = "copy" };

        Render(epochs, copy, copy with { Status = "above" }).Should().Contain(
            "| idle | 1 | 4 | 50 % | 50 % | 75 % | 75 % | 1 of 2 | Processor, 2 cores |");
    }

    [Fact]
    public void Root_and_users_without_privileges_have_rows_of_their_own() =>
        Render(Same, Same with { Run = "root", Privileged = true }).Should().Contain($"| {Origin} |").And.Contain($"| {Origin}, as root |");

    [Fact]
    public void Once_rules_are_frozen_only_runs_after_that_count()
    {
        Line[] lines = [Same, Same with { Run = "after", Frozen = "rules-1" }, Same with { Run = "other", Frozen = "rules-0" }];

        RecordedRun.Of(lines, "rules-1").Select(run => run.First.Run).Should().Equal("after");
        RecordedRun.Of(lines, frozen: null).Should().HaveCount(3);
        Rates.Render(RecordedRun.Of(lines, "rules-1"), "rules-1").Should().Contain("the rules had been frozen, at `rules-1`");
    }

    private static string Render(params IEnumerable<Line> lines) => Rates.Render(Recorded.Runs(lines), frozen: null);
}
