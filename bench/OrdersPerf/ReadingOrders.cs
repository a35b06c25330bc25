using System.Net.Http.Json;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using HttpPerf;
using Orders.Api;

namespace Orders.PerfTests;

/// <summary>Different methods of the same result: their ratios differ between processes.</summary>
[BenchmarkCategory("Methods")]
public class ReadingOrders
{
    private const string Path = "orders?customer=customer-7";

    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = await RunningApi.Child;

    [Benchmark(Baseline = true)]
    public async Task<Order[]?> AsString() =>
        JsonSerializer.Deserialize<Order[]>(await _client.GetStringAsync(Path), JsonSerializerOptions.Web);

    [Benchmark]
    public async Task<Order[]?> AsStringAgain() =>
        JsonSerializer.Deserialize<Order[]>(await _client.GetStringAsync(Path), JsonSerializerOptions.Web);

    [Benchmark]
    public async Task<Order[]?> AsBytes() =>
        JsonSerializer.Deserialize<Order[]>(await _client.GetByteArrayAsync(Path), JsonSerializerOptions.Web);

    [Benchmark]
    public async Task<Order[]?> AsStream()
    {
        await using var stream = await _client.GetStreamAsync(Path);
        return await JsonSerializer.DeserializeAsync<Order[]>(stream, JsonSerializerOptions.Web);
    }

    [Benchmark]
    public Task<Order[]?> AsJson() => _client.GetFromJsonAsync<Order[]>(Path);
}

public class Tests
{
    [PerfTheory<OrderRequests>]
    public void Requests(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<PlacingOrders>]
    public void Placing(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<ReadingOrders>]
    public void Reading(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
