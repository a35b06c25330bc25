using System.Net.Http.Json;
using BenchmarkDotNet.Attributes;
using StockApi;

namespace StockPerf;

[BenchmarkCategory("Stock")]
public class StockRequests
{
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = await RunningApi.CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark]
    public Task<Product?> One() => _client.GetFromJsonAsync<Product>("products/42");

    [Benchmark]
    public Task<Product[]?> OfCategory() => _client.GetFromJsonAsync<Product[]>("products?category=category-7");
}
