using BenchmarkDotNet.Attributes;
using FluentAssertions;
using HttpPerf.Discovery;
using HttpPerf.Hosting;
using HttpPerf.Pipeline;
using HttpPerf.Tests.Hosting;
using Xunit;

namespace HttpPerf.Tests.Running;

/// <summary>Classes with [ColdStart].</summary>
[Collection(nameof(RealMeasurements))]
public sealed class ColdStartTests
{
    [Fact]
    public async Task Each_benchmark_is_a_case_with_figures_of_its_start_and_limits_to_add()
    {
        var results = await Run(typeof(OfBroken));

        var (plain, seeded) = (results["ColdStartTests.OfBroken.Plain"], results["ColdStartTests.OfBroken.Reflection"]);
        plain[Metric.StartTime].Value.Should().BeInRange(50e6, 60e9);
        plain[Metric.FirstResponseTime].Value.Should().BeGreaterThan(plain[Metric.StartTime].Value);
        plain[Metric.StartCpuTime].Value.Should().BeInRange(50e6, 60e9);
        plain[Metric.StartAllocatedBytes].Value.Should().BeGreaterThan(1e6);
        plain[Metric.StartAssemblies].Value.Should().BeInRange(50, 500);
        seeded[Metric.StartCompiledMethods].Value.Should().BeGreaterThan(plain[Metric.StartCompiledMethods].Value);
        seeded[Metric.StartTimeRatio].Value.Should().BeGreaterThan(0.1);
        plain.Verdict.Should().BeOfType<Verdict.NoLimit>().Which.LineToAdd.Should()
            .StartWith("\"ColdStartTests.OfBroken.Plain\": { \"startTime\": ")
            .And.Contain("\"start.allocatedBytes\": ").And.Contain("\"start.methodsCompiled\": ").And.Contain("\"start.assemblies\": ");
    }

    [Fact]
    public async Task The_first_request_has_to_succeed()
    {
        var results = await Run(typeof(OfError));

        results["ColdStartTests.OfError.Plain"].Message.Should().StartWith("ColdStartTests.OfError.Plain could not be measured")
            .And.Contain("BrokenApi did not answer GET /error, its first request, with success.");
    }

    [Fact]
    public async Task A_benchmark_that_starts_no_process_says_so()
    {
        var results = await Run(typeof(OfNothing));

        results["ColdStartTests.OfNothing.Nothing"].Message.Should().Contain("It returns no ChildProcessHost");
    }

    private static async Task<Dictionary<string, PerfResult>> Run(Type benchmarks)
    {
        var context = new GroupContext(
            new RunContext(new Dictionary<string, string> { ["HTTPPERF_BUDGET_SECONDS"] = "1" }),
            BenchmarkDiscovery.Discover(benchmarks).Single(),
            thresholds: null,
            progress: _ => { },
            TestContext.Current.CancellationToken);
        var result = await new StartPipeline(context).Run();
        TestContext.Current.TestOutputHelper?.WriteLine(result.Report);
        return result.Results.ToDictionary(r => r.Key.Name, r => r.Value);
    }

    [ColdStart("/arguments")]
    public class OfBroken
    {
        [Benchmark(Baseline = true)]
        public Task<ChildProcessHost> Plain() => HostedApis.StartBrokenAsync("seeded-start", "none");

        [Benchmark]
        public Task<ChildProcessHost> Reflection() => HostedApis.StartBrokenAsync("seeded-start", "reflection");
    }

    [ColdStart("/error")]
    public class OfError
    {
        [Benchmark]
        public Task<ChildProcessHost> Plain() => HostedApis.StartBrokenAsync("seeded-start", "none");
    }

    [ColdStart]
    public class OfNothing
    {
        [Benchmark]
        public string Nothing() => "nothing";
    }
}
