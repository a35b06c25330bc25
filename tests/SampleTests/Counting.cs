using System.Diagnostics.Metrics;
using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.SampleTests;

/// <summary>Benchmarks whose counts are known: one asks a server once, the others count for themselves.</summary>
[BenchmarkCategory("Counting")]
public class Counting
{
    private static readonly Counter<long> Steps = new Meter("SampleTests").CreateCounter<long>("sample.steps");

    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = (await TargetApiHost.GetAsync()).CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark]
    public async Task Asks() => await _client.GetStringAsync("weatherforecast/10");

    [Benchmark]
    public void Walks()
    {
        Steps.Add(2, new KeyValuePair<string, object?>("foot", "left"));
        Steps.Add(1, new KeyValuePair<string, object?>("foot", "right"));
    }

    [Benchmark]
    public void Leaps() => Steps.Add(1);
}

public class CountingTests
{
    [PerfTheory<Counting>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
