using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>A run under a real collector of code coverage, which changes the code of the API too.</summary>
public sealed class CoverageRunTests
{
    private const string Remedy = "Run performance tests without code coverage: without --collect, --coverage, --coverlet and "
        + "CollectCoverage, and without a data collector in .runsettings.";

    /// <remarks>Whether the API alone is instrumented depends on the configuration that was built.</remarks>
    [Theory]
    [InlineData(
        "XPlat Code Coverage", "TargetApi (is|are) instrumented for code coverage by coverlet in TargetApi on Kestrel in a child process")]
    [InlineData("Code Coverage", "Microsoft's profiler for code coverage is active")]
    public async Task Times_and_bytes_of_instrumented_code_are_not_judged_counts_are_and_the_way_out_is_said(string collector, string cause)
    {
        // The collectors change the files of the tests until the run has ended.
        using var copy = FolderCopy.Of(TestProject.Sample.Folder);
        await using var child = ChildTestRun.Start(
            "Category=Served",
            """
            {
              "benchmarks": {
                "Served.GetString": { "serverAllocatedBytes": 1, "allocatedBytes": 1, "counters": { "http.client.requests": 1 } },
                "Served.GetStream": { "timeRatio": 0.01, "counters": { "http.client.requests": 0.5 } }
              },
              "settings": { "budgetSeconds": 1, "epochs": 4 }
            }
            """,
            project: new TestProject("SampleTests", copy.Folder),
            launcher: ChildTestRun.LowPriority,
            further: ["--collect", collector, "--test-adapter-path", TestProject.Restored(collector), "--test-adapter-path", copy.Folder]);
        var run = await child.Finish();

        run["Served.GetString"].Outcome.Should().Be("Passed", run.Output);
        run["Served.GetString"].Output.Should()
            .Contain("The code was altered, so ").And.MatchRegex(cause).And.Contain(Remedy)
            .And.MatchRegex(@"\| GetString .*\| inconclusive");
        run["Served.GetStream"].Outcome.Should().Be("Failed");
        run["Served.GetStream"].Message.Should()
            .StartWith("HttpPerf.PerfTestException : Served.GetStream counts 1.00 http.client.requests per operation")
            .And.NotContain("takes", "times are not judged");
        var group = run.Results!.Groups.Single();
        group.Altered.Should().MatchRegex(cause).And.EndWith(Remedy);
        group.Cases.SelectMany(c => c.Limits).Should().OnlyContain(limit => limit.Suggested.Min == null && limit.Suggested.Max == null);
        group.Cases.SelectMany(c => c.Limits).Where(limit => limit.Metric is "timeRatio" or "allocatedBytes" or "serverAllocatedBytes")
            .Should().HaveCount(3).And.OnlyContain(limit => limit.Status == LimitStatus.Unjudged);
    }
}
