using FluentAssertions;
using Xunit;

namespace HttpPerf.GateQuality.Tests;

public class ReportTests
{
    private static readonly Setting Idle = new("500us", 0);

    [Fact]
    public void Verdicts_of_equal_limits_are_counted_together()
    {
        var report = Report.Render(ResultsOf(Twin(1.0005, Outcome.Passed), Twin(1.08, Outcome.Failed), Twin(1.04, Outcome.Inconclusive)));

        report.Should().Contain("| Twin | timeRatio 1.050 | HttpPerf | 500us | idle | pair | 1 | 1 | 1 | 0 | 1 of 3 (0.8–90.6 %) |");
        report.Should().Contain("| twin's false alarms at 1.05 | 0 of 300 | 1 of 3 (0.8–90.6 %) |");
    }

    [Fact]
    public void The_twins_errors_are_those_from_1()
    {
        var report = Report.Render(ResultsOf(Twin(0.97, Outcome.Passed), Twin(1.04, Outcome.Passed)));

        report.Should().Contain("| HttpPerf | 500us | idle | 2 | 3.54 % | 4.00 % |");
    }

    [Fact]
    public void An_interval_beside_the_truth_does_not_cover_it()
    {
        var report = Report.Render(ResultsOf(Twin(1.005, Outcome.Passed), Twin(1.02, Outcome.Passed)));

        report.Should().Contain("| HttpPerf | 500us | idle | 1 of 2 (1.3–98.7 %) | – | – | – | – | 1.00 % |");
    }

    [Fact]
    public void What_could_not_be_measured_is_said()
    {
        var report = Report.Render(ResultsOf(Twin(1, Outcome.Passed), Twin(1, Outcome.Passed) with { Failure = "The server died." }));

        report.Should().EndWith("\n## Not measured\n\n- HttpPerf, pair Twin at 1.05, 500us, idle: The server died.\n");
    }

    private static Results ResultsOf(params Run[] runs) => new(
        new Machine("2026-01-01 00:00 UTC", ".NET", "Linux", "processor", 2, "1.0", "0.14", null))
    {
        Known = [new Known(Idle, "GET", 500_000, [])],
        Runs = [.. runs],
    };

    private static Run Twin(double ratio, Outcome outcome) => new(
        "HttpPerf", Trial.PairName("Twin", 1.05), Idle, null, 2.5, [],
        [
            new CaseFigures("Base", 500_000, null, Estimate.Exact(1000)),
            new CaseFigures("Twin", 500_000, new Estimate(ratio, ratio - 0.01, ratio + 0.01), Estimate.Exact(1000)),
        ],
        [new JudgedFigure("Twin", "timeRatio", 1.05, ratio, outcome)]);
}
