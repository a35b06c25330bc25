using FluentAssertions;
using HttpPerf.Discovery;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using HttpPerf.Judging.Limits;
using HttpPerf.Pipeline;
using HttpPerf.Tests.Hosting;
using Xunit;

namespace HttpPerf.Tests.Running;

/// <summary>Starts of a real API, of which today's build takes more than the earlier one.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class StartMeasurementTests
{
    private static readonly CaseId Start = CaseId.OfStart("BrokenApi");

    private static ChildProcessOptions Unchanged => Seeded("none");

    /// <summary>Far longer than a start takes on a busy machine.</summary>
    [Fact]
    public async Task A_sleep_in_Program_is_found()
    {
        var result = await Compare(Seeded("sleep", "1500"), Metric.AgainstStartTime);

        result.Verdict.Should().BeOfType<Verdict.Failed>();
        result.Message.Should().StartWith("BrokenApi.start takes ")
            .And.Contain("× its time to start at main; the default allows 1.10×.\n")
            .And.Contain("\n  now        ")
            .And.Contain("pairs of starts\n")
            .And.Contain("\n  Look for work in Program that the first request doesn't need")
            .And.Contain("\n\n  \"BrokenApi.start\": { \"against\": { \"startTime\": ");
    }

    [Fact]
    public async Task An_assembly_that_is_loaded_more_is_found_and_named()
    {
        var result = await Compare(Seeded("assembly"), Metric.AgainstStartAssemblies);

        result.Verdict.Should().BeOfType<Verdict.Failed>();
        result.Message.Should().StartWith("BrokenApi.start loads 1 more assemblies to start than at main; the default allows 0.\n")
            .And.Contain("\n  exact: 5 pairs of starts\n  loads more: System.Private.Xml.Linq\n")
            .And.NotContain("compiles more");
    }

    [Fact]
    public async Task Methods_that_are_compiled_more_are_found_and_named()
    {
        var result = await Compare(Seeded("reflection"), Metric.AgainstStartCompiledMethods);

        result.Verdict.Should().BeOfType<Verdict.Failed>();
        result.Message.Should().StartWith("BrokenApi.start compiles ").And.Contain("\n  compiles more: ")
            .And.Contain("Api.Register (");
    }

    [Fact]
    public async Task Code_that_is_no_longer_precompiled_is_found()
    {
        var result = await Compare(
            Unchanged with { EnvironmentVariables = new Dictionary<string, string?> { ["DOTNET_ReadyToRun"] = "0" } },
            Metric.AgainstStartCompiledMethods);

        result.Verdict.Should().BeOfType<Verdict.Failed>();
        result[Metric.AgainstStartCompiledMethods].Lower.Should().BeGreaterThan(1000);
    }

    [Fact]
    public async Task Counts_of_an_unchanged_build_pass_after_a_few_pairs()
    {
        var result = await Compare(
            Unchanged, Metric.AgainstStartCompiledMethods, Metric.AgainstStartAllocatedBytes, Metric.AgainstStartAssemblies);

        result.Verdict.Should().BeOfType<Verdict.Passed>();
        result.Comparison!.Starts!.Starts.Count.Should().BeInRange(3, 5);
    }

    [Fact]
    public async Task An_API_that_does_not_start_says_why()
    {
        var result = await Compare(new() { Arguments = ["exit-at-start", "3"] }, Metric.AgainstStartTime);

        result.Verdict.Should().BeOfType<Verdict.Invalid>();
        result.Message.Should().Contain("BrokenApi ended with exit code 3 before it listened.");
    }

    internal static ChildProcessOptions Seeded(params string[] seed) => new() { Arguments = ["seeded-start", .. seed] };

    private static async Task<PerfResult> Compare(ChildProcessOptions today, params Metric[] metrics)
    {
        var output = TestContext.Current.TestOutputHelper!;
        var context = new GroupContext(
            new RunContext(new Dictionary<string, string>()),
            BenchmarkDiscovery.Discover(typeof(Declared.Plain)).Single(),
            thresholds: null,
            output.WriteLine,
            TestContext.Current.CancellationToken);
        var limits = AgainstLimits.CompleteStart([], isCompared: true).Where(limit => metrics.Contains(limit.Metric)).ToList();
        var apis = new Dictionary<CaseId, StartableApi> { [Start] = Api(today), [Start.Before()] = Api(Unchanged) };
        var result = await new StartMeasurement(
            context,
            new StartedGroup("BrokenApi.start", [new(Start, limits)], apis, Path: null, Failures: [], Earlier: "at main"),
            TimeSpan.FromMinutes(2)).Run();
        output.WriteLine(result.Report);
        output.WriteLine(result.Results[Start].Message ?? "");
        return result.Results[Start];
    }

    internal static StartableApi Api(ChildProcessOptions options) => new(ServerAssembly.Open(HostedApis.Broken), options);
}
