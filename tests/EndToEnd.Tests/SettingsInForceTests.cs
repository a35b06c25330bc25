using System.Text.RegularExpressions;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed class SettingsInForceTests
{
    private const string Thresholds =
        """
        {
          "settings": { "budgetSeconds": 600, "epochs": 64 },
          "benchmarks": { "Slow.*": { "allocatedBytes": 2000 } }
        }
        """;

    [Fact]
    public async Task A_run_goes_by_the_files_settings_and_before_them_by_the_environments_and_says_so()
    {
        var run = await Run("1");

        run["Slow.Sleeps"].Output.Should().Contain("\nSettings: budget 1 s (HTTPPERF_BUDGET_SECONDS), epochs 64 (thresholds.json:2).\n");
        Regex.Replace(run["Slow.Sleeps"].Message, @"\d+(\.\d)? s(?=\. W)", "… s").Should().Be(
            """
            HttpPerf.PerfTestException : Slow.Sleeps could not be measured, so its limits were not checked.

              One round takes … s. Warm-up, the minimum of 64 epochs with 2 rounds each, and the calls that count bytes and check results
            """
            + """
             would take … s. With a budget of 1 s, a group may take 5 s. Make the operations smaller, split the group, raise the budget
            """
            + """
             ("budgetSeconds" in the "settings" of thresholds.json, or HTTPPERF_BUDGET_SECONDS), or measure on a quieter machine.
            """);
    }

    [Fact]
    public async Task A_variable_that_means_nothing_is_told_before_anything_is_measured()
    {
        var run = await Run("a minute");

        run.ExitCode.Should().NotBe(0);
        run.Progress.Should().BeEmpty();
        run["Slow.Sleeps"].Message.Should().Be(
            """
            HttpPerf.ThresholdsException : The environment has 1 problem:
              The environment variable HTTPPERF_BUDGET_SECONDS is "a minute". Set it to a number of seconds from 1 to 600, or unset it;
            """
            + """
             the default is 10.
            """);
    }

    private static Task<TestRun> Run(string budget) => TestRun.OfExecutableBeside(
        "Slow", Thresholds, environment: new Dictionary<string, string> { ["HTTPPERF_BUDGET_SECONDS"] = budget });
}
