using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.DependencyInjection;
using TargetApi.Payments;
using TargetApi.Rates;
using TargetApi.RatesClients;

namespace HttpPerf.PerfTests;

/// <summary>Three ways to read a rate with HttpClient.</summary>
[BenchmarkCategory("HttpClient")]
public class HttpClientPayment : HandlerBenchmarks
{
    private PaymentHandler<StringRates> _string = null!;
    private PaymentHandler<StreamRates> _stream = null!;
    private PaymentHandler<HttpClientRates> _sourceGenerated = null!;

    [Benchmark(Baseline = true)]
    public Task<Payment> ReadAsString() => _string.HandleAsync(EuroToPound);

    [Benchmark]
    public Task<Payment> ReadAsStream() => _stream.HandleAsync(EuroToPound);

    [Benchmark]
    public Task<Payment> SourceGeneratedJson() => _sourceGenerated.HandleAsync(EuroToPound);

    protected override void Make(IServiceProvider application)
    {
        // The application's own, so that all three have the same pipeline.
        var client = application.GetRequiredService<IHttpClientFactory>().CreateClient(nameof(HttpClientRates));
        _string = new(new(client), TimeProvider.System);
        _stream = new(new(client), TimeProvider.System);
        _sourceGenerated = Handler<HttpClientRates>(application);
    }

    private sealed class StringRates(HttpClient client) : IRatesClient
    {
        public async Task<LiveRates?> GetAsync(string pair, CancellationToken cancellation)
        {
            var json = await client.GetStringAsync($"api/live?pairs={pair}", cancellation);
            return JsonSerializer.Deserialize<LiveRates>(json, JsonSerializerOptions.Web);
        }
    }

    private sealed class StreamRates(HttpClient client) : IRatesClient
    {
        public async Task<LiveRates?> GetAsync(string pair, CancellationToken cancellation)
        {
            using var stream = await client.GetStreamAsync($"api/live?pairs={pair}", cancellation);
            return await JsonSerializer.DeserializeAsync<LiveRates>(stream, JsonSerializerOptions.Web, cancellation);
        }
    }
}
