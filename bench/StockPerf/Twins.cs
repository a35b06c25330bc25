using BenchmarkDotNet.Attributes;

namespace StockPerf;

/// <summary>Two identical methods, whose true ratio is 1.</summary>
[BenchmarkCategory("Twins")]
public class Twins
{
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = await RunningApi.CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark(Baseline = true)]
    public Task<string> Get() => _client.GetStringAsync("products?category=category-7");

    [Benchmark]
    public Task<string> GetAgain() => _client.GetStringAsync("products?category=category-7");
}
