using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Times that are measured again in fresh processes, which measure for a second each.</summary>
public sealed class FreshProcessTests
{
    private const string Limits =
        """
        { "benchmarks": { "PerProcess.Other": { "timeRatio": 1.2 }, "PerProcess.Slower": { "timeRatio": 1.2 },
                          "PerProcess.One": { "allocatedBytes": 99 } } }
        """;

    [Fact]
    public async Task Only_what_all_processes_find_fails()
    {
        var run = await TestRun.OfExecutableBeside("PerProcess", Limits);

        run.ExitCode.Should().NotBe(0);
        run["PerProcess.One"].Outcome.Should().Be("Passed");
        run["PerProcess.Other"].Outcome.Should().Be("Passed", "it is slow in one process only");
        run["PerProcess.Other"].Output.Should().NotContain("WARNING").And.MatchRegex(
            @"Not shown: PerProcess\.Other keeps ""timeRatio"", up to 1\.20×: surely below \d.*×; would have found \+.* % in 9 of 10 ");
        run["PerProcess.Slower"].Message.Should().MatchRegex(
            @"^HttpPerf\.PerfTestException : PerProcess\.Slower takes [234]\.\d\d× its baseline's time; thresholds\.json:1 allows 1\.20×\.")
            .And.MatchRegex(@"between \d\.\d\d× and \d\.\d\d×: [345] processes: [234]\.\d\d×(, [234]\.\d\d×){2,4}");
        run["PerProcess.One"].Output.Should().MatchRegex(
            @"Measured again in [234] fresh processes, in \d+\.\d s: Other, SlowerInOthers, Slower\.");
        run["PerProcess.SlowerInOthers"].Message.Should().MatchRegex(
            """
            "PerProcess\.SlowerInOthers": { "allocatedBytes": 0, "allocatedRatio": 1, "timeRatio": (1\.[3-9]|2\.\d)\d?[,} ]
            """,
            "the limit leaves room for what every process measured");
        run.Progress.Should().Contain("PerProcess: fresh process 1, epoch 1 of 4");
    }

    [Fact]
    public async Task Where_a_fresh_process_can_not_measure_the_test_process_decides_and_says_why()
    {
        var run = await TestRun.OfExecutableBeside(
            "OnlyInTests",
            // So much that a busy machine leaves time for fresh processes.
            """
            { "settings": { "budgetSeconds": 30 }, "benchmarks": { "OnlyInTests.*": { "timeRatio": 1.2, "allocatedBytes": 99 } } }
            """);

        run["OnlyInTests.Slower"].Message.Should().MatchRegex(
            @"^HttpPerf\.PerfTestException : OnlyInTests\.Slower takes [234]\.\d\d× ")
            .And.MatchRegex(@"between \d\.\d\d× and \d\.\d\d×: \d+ rounds in \d+ epochs");
        run["OnlyInTests.Slower"].Output.Should().Contain(
            "Times were judged by this process alone, because they could not be measured in a fresh one. Intervals of ratios are "
            + "wider for that. OnlyInTests.")
            .And.Contain("[GlobalSetup] threw System.InvalidOperationException: A fixture has set up nothing.");
    }

    [Fact]
    public async Task One_process_decides_where_the_settings_say_so()
    {
        var run = await TestRun.OfExecutableBeside(
            "PerProcess", Limits, environment: new Dictionary<string, string> { ["HTTPPERF_PROCESSES"] = "1" });

        run["PerProcess.Other"].Message.Should().StartWith(
            "HttpPerf.PerfTestException : PerProcess.Other takes 1.").And.MatchRegex(@"rounds in 8 epochs");
        run["PerProcess.One"].Output.Should().NotContain("fresh").And.Contain("processes 1 (HTTPPERF_PROCESSES)");
    }
}
