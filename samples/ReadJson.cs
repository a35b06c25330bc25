using System.Net.Http.Json;
using System.Text.Json;
using BenchmarkDotNet.Attributes;

namespace Samples;

/// <summary>Two ways to read JSON. The client's handler answers by itself, so this measures the client's code alone.</summary>
[BenchmarkCategory("ReadJson")]
public class ReadJson
{
    private HttpClient _client = null!;

    [Params(10, 1000)]
    public int Orders { get; set; }

    [GlobalSetup]
    public void SetUp() => _client = new(new Api(Orders)) { BaseAddress = new("http://localhost") };

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark(Baseline = true)]
    public async Task<Order[]?> FromString() =>
        JsonSerializer.Deserialize<Order[]>(await _client.GetStringAsync("orders"), JsonSerializerOptions.Web);

    [Benchmark]
    public Task<Order[]?> FromStream() => _client.GetFromJsonAsync<Order[]>("orders");

    public record Order(int Id, string Customer);

    private sealed class Api(int orders) : HttpMessageHandler
    {
        private readonly byte[] _json = JsonSerializer.SerializeToUtf8Bytes(
            Enumerable.Range(1, orders).Select(id => new Order(id, $"Customer {id}")), JsonSerializerOptions.Web);

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
            Task.FromResult(new HttpResponseMessage { Content = new ByteArrayContent(_json) });
    }
}
