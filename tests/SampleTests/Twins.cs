using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.SampleTests;

/// <summary>Two that do the same, so that the true ratio is 1.</summary>
[BenchmarkCategory("Twins")]
public class Twins
{
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = (await TargetApiHost.GetAsync()).CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark(Baseline = true)]
    public Task<string> One() => _client.GetStringAsync("weatherforecast/10");

    [Benchmark]
    public Task<string> Other() => _client.GetStringAsync("weatherforecast/10");
}

public class TwinsTests
{
    [PerfTheory<Twins>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
