using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.SampleTests;

/// <summary>Today's build waits for each answer before it asks for the next.</summary>
[BenchmarkCategory("Counted")]
public class Trips
{
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = (await TargetApiHost.GetAsync()).CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark]
    public async Task<string> ListAndItems()
    {
        await _client.GetStringAsync("");
#if BEFORE
        return string.Concat(await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => _client.GetStringAsync("weatherforecast/1"))));
#else
        var items = "";
        for (var i = 0; i < 5; i++)
            items += await _client.GetStringAsync("weatherforecast/1");
        return items;
#endif
    }

    [Benchmark]
    public Task<string> Unchanged() => _client.GetStringAsync("");
}

public class TripsTests
{
    [PerfTheory<Trips>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
