using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed class UnfitRunTests
{
    [Fact]
    public async Task An_unoptimized_assembly_is_refused_with_its_name_and_the_fix()
    {
        var run = await TestRun.Beside(
            "Category=Unoptimized", """{ "benchmarks": { "Unoptimized.*": { "allocatedBytes": 2000 } } }""", TestProject.Unoptimized);

        run.ExitCode.Should().NotBe(0);
        run["Unoptimized.Allocates"].Message.Should().Be(
            """
            HttpPerf.InvalidRunException : Nothing of Unoptimized was measured, because BenchmarkDotNet refuses to run it:
              - Assembly UnoptimizedTests which defines benchmarks is non-optimized, and numbers from unoptimized code mean nothing.
            """
            + """
             Add <Optimize>true</Optimize> to its project, or build in Release: dotnet test -c Release.
            """);
        run.Output.Should().Contain("Stack Trace:").And.NotContain("at HttpPerf.PerfSession").And.NotContain("at System.Lazy");
    }

    [Fact]
    public async Task An_unoptimized_reference_is_refused_with_its_name_and_the_fix()
    {
        var run = await TestRun.Beside(
            "Category=UnoptimizedReference",
            """{ "settings": { "epochs": 4 }, "benchmarks": { "UnoptimizedReference.*": { "allocatedBytes": 2000 } } }""",
            TestProject.UnoptimizedReference);

        run.ExitCode.Should().NotBe(0);
        run["UnoptimizedReference.Allocates"].Message.Should().Be(
            """
            HttpPerf.InvalidRunException : Nothing of UnoptimizedReference was measured, because BenchmarkDotNet refuses to run it:
              - Assembly UnoptimizedReferenceTests which defines benchmarks references non-optimized UnoptimizedTests,
            """
            + """
             and numbers from unoptimized code mean nothing. Add <Optimize>true</Optimize> to its project, or build in Release:
            """
            + """
             dotnet test -c Release.
            """);
    }

    [Fact]
    public async Task An_artifacts_folder_that_can_not_be_written_costs_the_report_and_not_the_verdict()
    {
        // Below a file, because permissions don't stop root.
        var folder = Path.Combine(TestProject.Sample.Assembly, "artifacts");
        var run = await TestRun.Beside(
            "Category=Alone",
            """{ "settings": { "epochs": 4 }, "benchmarks": { "Alone.*": { "allocatedBytes": 1024 } } }""",
            environment: new Dictionary<string, string> { ["HTTPPERF_ARTIFACTS"] = folder });

        run.ExitCode.Should().Be(0, run.Output);
        run["Alone.Allocates"].Output.Should()
            .Contain($"No report could be written to {folder}/Alone: ")
            .And.Contain("The verdicts are unaffected; the report is in ");
    }

    [Fact]
    public async Task A_full_disk_costs_the_report_and_not_the_verdict()
    {
        using var disk = FullDisk.MountOrSkip();
        var run = await TestRun.Beside(
            "Category=Alone",
            """{ "settings": { "epochs": 4 }, "benchmarks": { "Alone.*": { "allocatedBytes": 1024 } } }""",
            environment: new Dictionary<string, string> { ["HTTPPERF_ARTIFACTS"] = disk.Folder });

        run.ExitCode.Should().Be(0, run.Output);
        run["Alone.Allocates"].Output.Should().MatchRegex("A report could not be written; the verdicts are unaffected\\. .*No space left");
    }

    [Fact]
    public async Task A_garbage_collector_that_is_no_clients_is_reported()
    {
        var run = await TestRun.Beside(
            "Category=Alone",
            """{ "settings": { "epochs": 4 }, "benchmarks": { "Alone.*": { "allocatedBytes": 1024 } } }""",
            environment: new Dictionary<string, string> { ["DOTNET_gcServer"] = "1", ["DOTNET_gcConcurrent"] = "1" });

        run.ExitCode.Should().Be(0, run.Output);
        run["Alone.Allocates"].Output.Should()
            .Contain(
                "This process runs the server GC: pauses and collections differ from those of a typical client. "
                + "Set <ServerGarbageCollection>false</ServerGarbageCollection> in the test project.")
            .And.Contain(
                "This process runs the concurrent GC, which collects while code is being measured. "
                + "Set <ConcurrentGarbageCollection>false</ConcurrentGarbageCollection> in the test project.");
    }
}
