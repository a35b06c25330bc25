using FluentAssertions;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed class UnfitRunTests(UnfitRunTests.Fixture fixture) : IClassFixture<UnfitRunTests.Fixture>
{
    private string Output => fixture.Run["Alone.Allocates"].Output;

    [Fact]
    public async Task An_unoptimized_assembly_is_refused_with_its_name_and_the_fix()
    {
        var run = await TestRun.OfExecutableBeside(
            "Unoptimized", """{ "benchmarks": { "Unoptimized.*": { "allocatedBytes": 2000 } } }""", TestProject.Unoptimized);

        run.ExitCode.Should().NotBe(0);
        run["Unoptimized.Allocates"].Message.Should().Be(
            "HttpPerf.InvalidRunException : Unoptimized was not measured: UnoptimizedTests is not optimized, "
            + "and numbers from unoptimized code mean nothing. Add <Optimize>true</Optimize> to the project, "
            + "or build in Release: dotnet test -c Release. "
            + "If you can't, a [Config] on the class with ConfigOptions.DisableOptimizationsValidator allows it.");
        run.Results!.Cases.Should().ContainSingle().Which.Should().Match<CaseResults>(
            c => c.Verdict == CaseVerdict.Invalid && c.Message!.StartsWith("Unoptimized was not measured: "));
        run.Output.Should().Contain("Stack Trace:").And.NotContain("at HttpPerf.PerfSession").And.NotContain("at System.Lazy");
    }

    [Fact]
    public async Task An_unoptimized_reference_is_refused_with_its_name_and_the_fix()
    {
        var run = await TestRun.OfExecutableBeside(
            "UnoptimizedReference",
            """{ "settings": { "epochs": 4 }, "benchmarks": { "UnoptimizedReference.*": { "allocatedBytes": 2000 } } }""",
            TestProject.UnoptimizedReference);

        run.ExitCode.Should().NotBe(0);
        run["UnoptimizedReference.Allocates"].Message.Should().StartWith(
            "HttpPerf.InvalidRunException : UnoptimizedReference was not measured: UnoptimizedTests is not optimized, ");
    }

    [Fact]
    public void An_artifacts_folder_that_can_not_be_written_costs_the_report_and_not_the_verdict()
    {
        fixture.Run.ExitCode.Should().Be(0, fixture.Run.Output);
        Output.Should()
            .Contain($"No report could be written to {Fixture.Artifacts}/Alone: ")
            .And.Contain("The verdicts are unaffected; the report is in ");
    }

    [Fact]
    public void A_garbage_collector_that_is_no_clients_is_reported() => Output.Should()
        .Contain(
            "This process runs the server GC: pauses and collections differ from those of a typical client. "
            + "Set <ServerGarbageCollection>false</ServerGarbageCollection> in the test project.")
        .And.Contain(
            "This process runs the concurrent GC, which collects while code is being measured. "
            + "Set <ConcurrentGarbageCollection>false</ConcurrentGarbageCollection> in the test project.");

    [Fact]
    public void A_limit_that_is_not_applicable_is_named_in_the_output_with_the_reason()
    {
        fixture.Run["Alone.Allocates"].Outcome.Should().Be("Passed");
        Output.Should().Contain(
            "Not applied: thresholds.json:1 limits \"server.requests\", which is not applicable to Alone.Allocates: "
            + "no API that HttpPerf hosts is used.");
    }

    /// <summary>A run with everything that is said and fails nothing.</summary>
    public sealed class Fixture : IAsyncLifetime
    {
        // Below a file, because permissions don't stop root.
        internal static readonly string Artifacts = Path.Combine(TestProject.Sample.Assembly, "artifacts");

        internal TestRun Run { get; private set; } = null!;

        public async ValueTask InitializeAsync() => Run = await TestRun.OfExecutableBeside(
            "Alone",
            """
            { "settings": { "epochs": 4 }, "benchmarks": { "Alone.*": { "allocatedBytes": 1024, "counters": { "server.requests": 0 } } } }
            """,
            environment: new Dictionary<string, string>
            {
                ["HTTPPERF_ARTIFACTS"] = Artifacts,
                ["DOTNET_gcServer"] = "1",
                ["DOTNET_gcConcurrent"] = "1",
            });

        public ValueTask DisposeAsync() => default;
    }
}
