using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.SampleTests;

/// <summary>Healthy benchmarks with a server in a child process.</summary>
[BenchmarkCategory("Served")]
public class Served
{
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = (await TargetApiHost.GetAsync()).CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark(Baseline = true)]
    public Task<string> GetString() => _client.GetStringAsync("weatherforecast/10");

    [Benchmark]
    public async Task<string> GetStream()
    {
        using var reader = new StreamReader(await _client.GetStreamAsync("weatherforecast/10"));
        return await reader.ReadToEndAsync();
    }
}

public class ServedTests
{
    [PerfTheory<Served>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
