using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed class ThresholdsFileTests
{
    /// <summary>Each mistake has its line and column in the tests of the reader; here are those that need the benchmarks.</summary>
    [Fact]
    public async Task What_is_wrong_in_the_file_is_said_with_line_and_column_before_anything_is_measured()
    {
        var run = await TestRun.OfExecutableBeside(
            "Alone",
            """
            { "benchmarks": {
                "Alone.*": { "timeRatio": 1.2 },
                "Alone.Alocates": { "allocatedBytes": 2000 }
            } }
            """);

        run.ExitCode.Should().NotBe(0);
        run.Progress.Should().BeEmpty();
        run["Alone.Allocates"].Message.Should()
            .StartWith("HttpPerf.ThresholdsException : ")
            .And.ContainAll(
                """thresholds.json:2:18: "timeRatio" compares with a baseline, but Alone.Allocates, the only benchmark that matches, """
                    + """is in a group without one. Mark one""",
                """thresholds.json:3:5: "Alone.Alocates" matches no benchmark. Did you mean "Alone.Allocates"?""");
    }

    /// <summary>The tool removes them by what the results say.</summary>
    [Fact]
    public async Task What_code_judges_is_measured_and_recorded_beside_entries_that_match_nothing()
    {
        var run = await TestRun.OfExecutableBeside(
            "ByCode",
            """{ "settings": { "epochs": 4, "processes": 1 }, "benchmarks": { "Sample.Gone": { "allocatedBytes": 2000 } } }""");

        run.ExitCode.Should().Be(0, run.Output);
        run.Results!.Groups.Should().ContainSingle();
        run.Results.Thresholds.Should().NotBeNull();
        run.Output.Should().Contain("Settings: epochs 4 (thresholds.json:1), processes 1 (thresholds.json:1).")
            .And.NotContain("fresh process");
    }

    /// <summary>The repository's own file is for tests/PerfTests. The sample uses it too, because it is above it.</summary>
    [Fact]
    public async Task Entries_for_benchmarks_of_another_project_are_rejected()
    {
        var environment = new Dictionary<string, string> { ["HTTPPERF_THRESHOLDS"] = "" };

        var run = await TestRun.OfExecutableBeside("Alone", thresholds: null, environment: environment);

        run["Alone.Allocates"].Message.Should().MatchRegex(
            "thresholds\\.json:\\d+:5: \"ReadPattern\\.\\*\\(Size: 10\\)\" matches no benchmark\\. "
            + "If it is for another project, move it to that project's thresholds\\.json\\.");
    }

    [Fact]
    public async Task A_file_that_does_not_exist_is_named_before_anything_is_measured()
    {
        var run = await TestRun.OfExecutableBeside("Alone", thresholds: null);

        run.ExitCode.Should().NotBe(0);
        run.Progress.Should().BeEmpty();
        run["Alone.Allocates"].Message.Should().MatchRegex(
            "^HttpPerf.ThresholdsException : The environment variable HTTPPERF_THRESHOLDS is \".*/thresholds.json\", "
            + "which does not exist\\.");
    }
}
