using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.SampleTests;

/// <summary>Benchmarks that take longer than their baseline on known lines: of their own, and of their server.</summary>
[BenchmarkCategory("Busier")]
public class Busier
{
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task Connect() => _client = (await TargetApiHost.GetAsync()).CreateClient();

    [GlobalCleanup]
    public void Disconnect() => _client.Dispose();

    [Benchmark(Baseline = true)]
    public async Task<string> Asks() => Begin(await _client.GetStringAsync("weatherforecast/10"));

    [Benchmark]
    public async Task<string> Counts()
    {
        var text = await _client.GetStringAsync("weatherforecast/10");
        return CountPairs(text) > 0 ? Begin(text) : "";
    }

    [Benchmark]
    public async Task<string> AsksForMore() => Begin(await _client.GetStringAsync("weatherforecast/1000"));

    private static string Begin(string text) => text[..10];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int CountPairs(string text)
    {
        var pairs = 0;
        foreach (var one in text)
            foreach (var other in text)
                pairs += one == other ? 1 : 0;
        return pairs;
    }
}

public class BusierTests
{
    [PerfTheory<Busier>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
