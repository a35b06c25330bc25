using FluentAssertions;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Files and output of a run, besides its verdicts.</summary>
public sealed class ResultsRunTests : IDisposable
{
    private const string Limits = """
        { "settings": { "epochs": 4, "processes": 1 }, "benchmarks": { "Alone.*": { "allocatedBytes": 1 } } }
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
    public async Task A_run_leaves_a_report_and_on_request_samples()
    {
        var run = await RunAlone(new()
        {
            ["HTTPPERF_CI"] = "0",
            ["HTTPPERF_PROGRESS"] = "0",
            ["HTTPPERF_SAMPLES"] = "1",
            ["HTTPPERF_EXPLAIN"] = "0",
        });

        File.Exists(Summary).Should().BeFalse();
        run.Artifacts.Should().Contain("httpperf/report.html");
        var samples = run.Results!.Cases.Single().Samples!;
        (samples.Nanoseconds.Count, samples.AllocatedBytes.Count).Should().Be((4, 4));
        var lines = run.Progress.ToList();
        lines[0].Should().Be("Alone: 1 case");
        lines[1].Should().StartWith("0 of 1 cases passed, 1 failed in ", "a group has one line");
        lines.Should().ContainSingle(line => line.StartsWith("report: ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_interrupted_run_leaves_what_it_has_measured()
    {
        await using var child = ChildTestRun.StartExecutable(
            "Sample",
            // As many as keep the second group busy until the signal has come.
            """{ "settings": { "epochs": 24 }, "benchmarks": { "Sample.*": { "allocatedBytes": 20000 } } }""",
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
