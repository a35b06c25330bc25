using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed class ThresholdsFileTests
{
    [Theory]
    [InlineData(
        """
        { "benchmarks": {
            "Alone.*": { "allocatedBytes": 2000 }
            "Sample.*": { "allocatedBytes": 2000 }
        } }
        """,
        "thresholds.json:3:5: ")]
    [InlineData(
        """
        { "benchmarks": {
            "Alone.*": { "alocatedBytes": 2000 }
        } }
        """,
        """thresholds.json:2:18: "alocatedBytes" is not a metric. Did you mean "allocatedBytes"?""")]
    [InlineData(
        """
        { "benchmarks": {
            "Alone.*": { "timeRatio": 1.2 },
            "Alone.Alocates": { "allocatedBytes": 2000 }
        } }
        """,
        """thresholds.json:2:18: "timeRatio" compares with a baseline, but Alone.Allocates, the only benchmark that matches, """
        + """is in a group without one. Mark one""",
        """thresholds.json:3:5: "Alone.Alocates" matches no benchmark. Did you mean "Alone.Allocates"?""")]
    public async Task What_is_wrong_in_the_file_is_said_with_line_and_column_before_anything_is_measured(
        string thresholds, params string[] problems)
    {
        var run = await TestRun.OfExecutableBeside("Alone", thresholds);

        run.ExitCode.Should().NotBe(0);
        run.Progress.Should().BeEmpty();
        run["Alone.Allocates"].Message.Should()
            .StartWith("HttpPerf.ThresholdsException : ")
            .And.ContainAll(problems);
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
