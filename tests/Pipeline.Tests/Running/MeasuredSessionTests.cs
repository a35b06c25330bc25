using System.Text.RegularExpressions;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.Running;

/// <summary>What whole runs say and leave behind, besides their verdicts.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class MeasuredSessionTests : IDisposable
{
    private const string SummaryVariable = "GITHUB_STEP_SUMMARY";

    private const string Broken = """
        { "settings": { "epochs": 4, "processes": 1 }, "benchmarks": { "Alone.*": { "allocatedBytes": 1 } } }
        """;

    private readonly string? _summaryOfThisRun = Environment.GetEnvironmentVariable(SummaryVariable);
    private readonly string _folder = Frame.NewFolder();

    public MeasuredSessionTests() => Environment.SetEnvironmentVariable(SummaryVariable, Summary);

    private string Summary => Path.Combine(_folder, "summary.md");

    [Fact]
    public void In_GitHub_Actions_the_results_are_added_to_the_summary_of_the_step()
    {
        File.WriteAllText(Summary, "Of another command.\n");
        using var session = new SampleSession(Broken, ("HTTPPERF_CI", "1"));

        session.Test("Alone");

        session.End().Should().Contain(
            "limits that this run would have met: thresholds.received.json and thresholds.received.patch beside it");
        session.Artifacts.Should().Contain(["httpperf/thresholds.received.json", "httpperf/thresholds.received.patch"]);
        File.ReadAllText(Summary).Should()
            .StartWith("Of another command.\n## SampleTests: 0 of 1 cases passed, 1 failed\n\n### Alone.Allocates: **failed**\n")
            .And.Contain("; thresholds.json:1 allows 1 B/op.")
            .And.Contain("<details><summary>Alone</summary>");
    }

    [Fact]
    public void A_run_leaves_a_report_and_on_request_samples()
    {
        using var session = new SampleSession(
            Broken, ("HTTPPERF_CI", "0"), ("HTTPPERF_PROGRESS", "0"), ("HTTPPERF_SAMPLES", "1"));

        session.Test("Alone");
        var lines = session.End();

        File.Exists(Summary).Should().BeFalse();
        session.Artifacts.Should().Contain("httpperf/report.html");
        var samples = session.Results.Cases.Single().Samples!;
        (samples.Nanoseconds.Count, samples.AllocatedBytes.Count).Should().Be((4, 4));
        lines[0].Should().Be("Alone: 1 case");
        lines[1].Should().StartWith("0 of 1 cases passed, 1 failed in ", "a group has one line");
        lines.Should().ContainSingle(line => line.StartsWith("report: ", StringComparison.Ordinal));
    }

    [Fact]
    public void A_full_disk_costs_the_report_and_not_the_verdict()
    {
        using var disk = FullDisk.MountOrSkip();
        using var session = new SampleSession(
            """{ "settings": { "epochs": 4 }, "benchmarks": { "Alone.*": { "allocatedBytes": 1024 } } }""",
            ("HTTPPERF_ARTIFACTS", disk.Folder));

        session.Test("Alone").Values.Should().OnlyContain(failure => failure == null, session.Output);

        session.Output.Should().MatchRegex("A report could not be written; the verdicts are unaffected\\. .*No space left");
    }

    [Fact]
    public void A_run_goes_by_the_files_settings_and_before_them_by_the_environments_and_says_so()
    {
        using var session = new SampleSession(
            """
            {
              "settings": { "budgetSeconds": 600, "epochs": 64 },
              "benchmarks": { "Slow.*": { "allocatedBytes": 2000 } }
            }
            """,
            ("HTTPPERF_BUDGET_SECONDS", "1"));

        var message = session.Test("Slow")["Slow.Sleeps"].Should().BeOfType<PerfTestException>().Which.Message;

        session.Output.Should().Contain("\nSettings: budget 1 s (HTTPPERF_BUDGET_SECONDS), epochs 64 (thresholds.json:2).\n");
        Regex.Replace(message, @"\d+(\.\d)? s(?=\. W)", "… s").Should().Be(
            """
            Slow.Sleeps could not be measured, so its limits were not checked.

              One round takes … s. Warm-up, the minimum of 64 epochs with 2 rounds each, and the calls that count bytes and check results
            """
            + """
             would take … s. With a budget of 1 s, a group may take 5 s. Make the operations smaller, split the group, raise the budget
            """
            + """
             ("budgetSeconds" in the "settings" of thresholds.json, or HTTPPERF_BUDGET_SECONDS), or measure on a quieter machine.
            """);
    }

    /// <summary>The case takes twice its baseline's time.</summary>
    [Fact]
    public void In_a_quick_run_a_time_that_is_grossly_wrong_fails()
    {
        using var session = new SampleSession("""{ "benchmarks": { "Slower.*": { "timeRatio": 0.2 } } }""", ("HTTPPERF_QUICK", "1"));

        session.Test("Slower")["Slower.Twice"].Should().BeOfType<PerfTestException>().Which.Message.Should()
            .Contain("its baseline's time; thresholds.json:1 allows 0.40× in a quick run.");
        session.Output.Should().Contain("(HTTPPERF_QUICK). A time fails only beyond twice its limit.").And.NotContain("fresh process");
    }

    /// <summary>The tool removes them by what the results say.</summary>
    [Fact]
    public void What_code_judges_is_measured_and_recorded_beside_entries_that_match_nothing()
    {
        using var session = new SampleSession(
            """{ "settings": { "epochs": 4, "processes": 1 }, "benchmarks": { "Sample.Gone": { "allocatedBytes": 2000 } } }""");

        session.Measure("Sample.Reads(Size: 10)").AllocatedRatio.Should().BeLessThan(0.2);

        session.Results.Groups.Should().ContainSingle();
        session.Results.Thresholds.Should().NotBeNull();
        session.Output.Should().Contain("Settings: epochs 4 (thresholds.json:1), processes 1 (thresholds.json:1).")
            .And.NotContain("fresh process");
    }

    public void Dispose()
    {
        Environment.SetEnvironmentVariable(SummaryVariable, _summaryOfThisRun);
        Directory.Delete(_folder, recursive: true);
    }
}
