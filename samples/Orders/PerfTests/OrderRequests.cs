using System.Net.Http.Json;
using BenchmarkDotNet.Attributes;
using Orders.Api;

namespace Orders.PerfTests;

[BenchmarkCategory("Orders")]
public class OrderRequests
{
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = await RunningApi.Child;

    [Benchmark]
    public Task<Order?> One() => _client.GetFromJsonAsync<Order>("orders/42");

    [Benchmark]
    public Task<Order[]?> OfCustomer() => _client.GetFromJsonAsync<Order[]>("orders?customer=customer-7");
}
