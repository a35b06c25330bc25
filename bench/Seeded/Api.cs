using BenchmarkDotNet.Attributes;
using HttpPerf.Hosting;
using HttpPerf.SeededApi;

namespace HttpPerf.Seeded;

/// <summary>The same requests in both builds, to an API that has changed.</summary>
[BenchmarkCategory("Api")]
public class Api
{
    private static readonly Lazy<Task<ApiHost>> Host = new(() => ApiHost.StartAsync<Order>());

    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = (await Host.Value).CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark]
    public Task<string> Text() => _client.GetStringAsync("text");

    [Benchmark]
    public Task<string> TextGrown() => _client.GetStringAsync("text/grown");

    [Benchmark]
    public Task<string> Orders() => _client.GetStringAsync("orders");

    [Benchmark]
    public Task<string> OrdersOneByOne() => _client.GetStringAsync("orders/n-plus-1");
}

public class ApiTests
{
    [PerfTheory<Api>]
    public void StaysAsItWas(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
