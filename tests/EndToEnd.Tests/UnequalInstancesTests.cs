using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Instances of the same code that differ by a fifth, so that a case can't be told from its baseline's copy.</summary>
[Collection(nameof(EndToEndRuns))]
public sealed class UnequalInstancesTests : IClassFixture<JudgedTimes>
{
    private const string WhyUnjudged =
        """
          Times here can't be judged: a copy of the baseline came out at 1\.\d\d…1\.\d\d\.
        """
        + """
         Find out what differs between instances of the benchmark class, or measure on a quieter machine\.
        """
        + """
         Bytes and counts are still judged\.
        """;

    [Fact]
    public async Task Where_a_copy_of_the_baseline_differs_from_it_a_slower_case_passes_with_a_warning_that_says_so()
    {
        var run = await TestRun.OfExecutable(
            "Unequal", """{ "benchmarks": { "Unequal.*": { "timeRatio": 1.05, "allocatedBytes": 128 } } }""");

        run.ExitCode.Should().Be(0, run.Output);
        run.Tests.Should().HaveCount(3).And.OnlyContain(t => t.Outcome == "Passed");
        run["Unequal.Other"].Output.Should().MatchRegex(
            $"""
            WARNING: Unequal\.Other may or may not keep thresholds\.json:1, which allows "timeRatio" up to 1\.05×\.

              median     .*µs/op   \(baseline One: .*µs/op\)
              between 1\.\d+× and 1\.\d+×: (the \d+ quietest of )?\d+ rounds in \d+ epochs

            {WhyUnjudged}
              The test passes; set HTTPPERF_STRICT=1 to make it fail\.
            """);
        run["Unequal.One"].Output.Should().MatchRegex(
            @"Controls: a copy of the baseline came out at 1\.\d\d \(1\.\d\d…1\.\d\d\), doubled work at \d\.\d\d\. "
            + @"Times can't be judged here\.");
        run.Progress.Where(line => line.Contains("Unequal: epoch 8 of 8", StringComparison.Ordinal)).Should().ContainSingle(
            "more rounds would not help");
    }

    [Fact]
    public async Task Bytes_fail_all_the_same_and_so_do_times_in_a_strict_run()
    {
        var run = await TestRun.OfExecutable(
            "Unequal",
            """
            { "settings": { "epochs": 4 }, "benchmarks": {
                "Unequal.*": { "timeRatio": 1.05, "allocatedBytes": 128 },
                "Unequal.Third": { "allocatedBytes": 127 }
            } }
            """,
            new Dictionary<string, string> { ["HTTPPERF_STRICT"] = "1" });

        run.ExitCode.Should().NotBe(0);
        run["Unequal.One"].Outcome.Should().Be("Passed", run["Unequal.One"].Message);
        run["Unequal.Other"].Message.Should()
            .StartWith(
                """HttpPerf.PerfTestException : Unequal.Other may or may not keep thresholds.json:2, """
                + """which allows "timeRatio" up to 1.05×.""")
            .And.MatchRegex(WhyUnjudged);
        run["Unequal.Third"].Message.Should()
            .StartWith("HttpPerf.PerfTestException : Unequal.Third allocates 128 B/op; thresholds.json:3 allows 127 B/op.")
            .And.NotContain("timeRatio");
    }
}
