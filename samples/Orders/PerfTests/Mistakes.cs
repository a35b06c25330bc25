using System.Net.Http.Json;
using BenchmarkDotNet.Attributes;
using Orders.Api;

namespace Orders.PerfTests;

/// <summary>Every call adds a row and reads them all, so each allocates more than the one before. A note says so.</summary>
[BenchmarkCategory("Mistakes")]
public class GrowingOrders
{
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = await RunningApi.InMemory;

    [Benchmark]
    public async Task<Order[]?> PlaceAndList()
    {
        using var response = await _client.PostAsJsonAsync("orders", new NewOrder("growing customer", 10));
        response.EnsureSuccessStatusCode();
        return await _client.GetFromJsonAsync<Order[]>("orders?customer=growing customer");
    }
}

/// <summary>The rate limiter is on, and its wait is all that is measured. A note says so.</summary>
[BenchmarkCategory("Limited")]
public class LimitedRequests
{
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = await RunningApi.Limited;

    [Benchmark]
    public Task<Order?> One() => _client.GetFromJsonAsync<Order>("orders/42");
}

/// <summary>The database lacks the order. The message has the request and its answer.</summary>
[BenchmarkCategory("Mistakes")]
public class MissingOrders
{
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = await RunningApi.Child;

    [Benchmark]
    public Task<Order?> Missing() => _client.GetFromJsonAsync<Order>("orders/4200");
}
