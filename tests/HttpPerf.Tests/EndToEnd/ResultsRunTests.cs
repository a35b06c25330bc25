using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Tests.Hosting;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>What a run leaves besides its verdicts.</summary>
public sealed class ResultsRunTests : IDisposable
{
    private const string Limits = """
        { "settings": { "epochs": 4, "budgetSeconds": 1, "processes": 1 }, "benchmarks": { "Alone.*": { "allocatedBytes": 1 } } }
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-summary-").FullName;

    private string Summary => Path.Combine(_folder, "summary.md");

    [Fact]
    public async Task In_GitHub_Actions_the_results_are_added_to_the_summary_of_the_step()
    {
        await File.WriteAllTextAsync(Summary, "Of another command.\n", TestContext.Current.CancellationToken);

        var run = await RunAlone([]);

        (await File.ReadAllTextAsync(Summary, TestContext.Current.CancellationToken)).Should()
            .StartWith("Of another command.\n## SampleTests: 0 of 1 cases passed, 1 failed\n\n### Alone.Allocates: **failed**\n")
            .And.Contain("; thresholds.json:1 allows 1 B/op.")
            .And.Contain("<details><summary>Alone</summary>");
        run.Artifacts.Should().Contain(["httpperf/thresholds.received.json", "httpperf/thresholds.received.patch"]);
        run.Progress.Should().Contain(
            "limits that this run would have met: thresholds.received.json and thresholds.received.patch beside it");
    }

    [Fact]
    public async Task The_summary_of_the_step_can_be_turned_off()
    {
        await RunAlone(new() { ["HTTPPERF_CI"] = "0" });

        File.Exists(Summary).Should().BeFalse();
    }

    [Fact]
    public async Task An_interrupted_run_leaves_what_it_has_measured()
    {
        await using var child = ChildTestRun.StartExecutable(
            "Sample",
            """{ "settings": { "epochs": 64 }, "benchmarks": { "Sample.*": { "allocatedBytes": 20000 } } }""",
            launcher: [.. ChildTestRun.LowPriority, "env", "--default-signal=INT"]);
        await Eventually.HoldsAsync(() => IsMeasured(child, 1) && IsMeasured(child, 2));

        RunningServer.Send("INT", child.Processes.Min());

        var run = await child.Finish();
        run.Results!.Groups.Should().HaveCount(2);
        run.Results.Groups[0].Cases.Should().OnlyContain(c => c.Verdict == CaseVerdict.Passed);
        run.Results.Groups[1].Cases.Should().OnlyContain(c => c.Verdict == CaseVerdict.Invalid && c.Message!.Contains("was aborted"));

        static bool IsMeasured(ChildTestRun child, int group) =>
            child.Output.Contains($"group {group} of 2: epoch 1 of", StringComparison.Ordinal);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private Task<TestRun> RunAlone(Dictionary<string, string> environment)
    {
        environment["GITHUB_STEP_SUMMARY"] = Summary;
        return TestRun.OfExecutableBeside("Alone", Limits, environment: environment);
    }
}
