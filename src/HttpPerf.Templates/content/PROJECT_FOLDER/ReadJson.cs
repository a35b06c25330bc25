using System.Net.Http.Json;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using HttpPerf;

namespace Sample_PerfTests;

/// <summary>Two ways to read JSON. The client's handler answers by itself, so this measures the client's code alone.</summary>
[BenchmarkCategory("ReadJson")]
public class ReadJson
{
    private HttpClient _client = null!;

    [GlobalSetup]
    public void SetUp() => _client = new(new Orders()) { BaseAddress = new("http://localhost") };

    [Benchmark(Baseline = true)]
    public async Task<CustomerOrder[]?> FromString() =>
        JsonSerializer.Deserialize<CustomerOrder[]>(await _client.GetStringAsync("orders"), JsonSerializerOptions.Web);

    [Benchmark]
    public Task<CustomerOrder[]?> FromStream() => _client.GetFromJsonAsync<CustomerOrder[]>("orders");

    public record CustomerOrder(int Id, string Customer);

    private sealed class Orders : HttpMessageHandler
    {
        private static readonly byte[] Json = JsonSerializer.SerializeToUtf8Bytes(
            Enumerable.Range(1, 100).Select(id => new CustomerOrder(id, $"Customer {id}")), JsonSerializerOptions.Web);

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
            Task.FromResult(new HttpResponseMessage { Content = new ByteArrayContent(Json) });
    }
}

public class ReadJsonTests
{
    [PerfTheory<ReadJson>]
    public void Meet_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
