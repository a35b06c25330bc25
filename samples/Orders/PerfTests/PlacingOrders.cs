using System.Net.Http.Json;
using BenchmarkDotNet.Attributes;
using Orders.Api;

namespace Orders.PerfTests;

/// <summary>A request that adds a row. Every call finds the same rows, because the row is removed after it, which isn't measured.</summary>
[BenchmarkCategory("Placing")]
public class PlacingOrders
{
    private HttpClient _client = null!;
    private Order? _placed;

    [GlobalSetup]
    public async Task SetUp() => _client = await RunningApi.InMemory;

    [Benchmark]
    public async Task<Order?> Place()
    {
        using var response = await _client.PostAsJsonAsync("orders", new NewOrder("new customer", 10));
        return _placed = await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<Order>();
    }

    [IterationCleanup]
    public void Remove() => _client.DeleteAsync($"orders/{_placed!.Id}").GetAwaiter().GetResult().EnsureSuccessStatusCode();
}
