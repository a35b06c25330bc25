using FluentAssertions;
using HttpPerf.GateQuality.Evidence;
using Xunit;

namespace HttpPerf.GateQuality.Tests.Evidence;

public class SummaryTests
{
    private const string Older =
        "| +10 % time of the client since an earlier build, found | 29 of 29 (above 90 %) | 3 of 5 (above 19 %) | 2026";

    private static readonly Line Slower = Recorded.Line("slower", "C5", "+10 % time at 1.05") with { Changed = true, Status = "above" };

    [Fact]
    public void A_question_without_recorded_runs_keeps_its_older_answer() =>
        Summary.Render([], frozen: null).Should().Contain(Older).And.Contain("Without the privilege to raise its priority");

    [Fact]
    public void The_bounds_of_older_answers_are_those_of_their_runs()
    {
        new Rate(0, 10).Below.Should().BeApproximately(0.26, 0.005);
        new Rate(29, 29).Above.Should().BeApproximately(0.90, 0.005);
        new Rate(5, 5).Above.Should().BeApproximately(0.55, 0.005);
        new Rate(3, 5).Above.Should().BeApproximately(0.19, 0.005);
        new Rate(112, 117).Above.Should().BeApproximately(0.91, 0.005);
        new Rate(103, 110).Above.Should().BeApproximately(0.88, 0.005);
    }

    [Fact]
    public void Recorded_runs_take_the_place_of_older_answers()
    {
        var open = Slower with { Run = "busy", Hogs = 2, Status = "undecided" };

        var summary = Summary.Render(Recorded.Runs([.. Slower.Times(20), .. open.Times(2)]), frozen: null);

        summary.Should().NotContain(Older).And.NotContain("Without the privilege");
        summary.Should().Contain(
            "| +10 % time at 1.05, found | 20 of 20 (above 86 %), 0 % not shown | 0 of 2 (above 0 %), 100 % not shown "
            + "| 2026-11-28, a1b2c3d4e5, A |");
        summary.Should().EndWith("\nA: Processor, 2 cores.\n");
    }

    [Fact]
    public void Runs_as_root_count_only_where_there_are_no_others()
    {
        var root = Slower with { Run = "root", Privileged = true, Status = "undecided" };

        Summary.Render(Recorded.Runs(Slower, root), frozen: null).Should().Contain("| 1 of 1 (above 5 %), 0 % not shown | – |");
        Summary.Render(Recorded.Runs(root), frozen: null).Should()
            .Contain("| 0 of 1 (above 0 %), 100 % not shown | – | 2026-11-28, a1b2c3d4e5, A, as root |");
    }

    [Fact]
    public void Runs_beside_other_work_are_neither_idle_nor_beside_busy_loops() =>
        Summary.Render(Recorded.Runs(Slower with { Others = 1.5 }), frozen: null).Should().Be(Summary.Render([], frozen: null));
}
