using System.Diagnostics.CodeAnalysis;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;
using TargetApi.Payments;

namespace HttpPerf.PerfTests;

/// <summary>
/// A payment posted to the application, in this process: client, host and handler together. What the empty endpoint takes is
/// client and host, to be subtracted by who wants to know the rest.
/// </summary>
public abstract class EndpointBenchmarks
{
    private static readonly byte[] Payload =
        JsonSerializer.SerializeToUtf8Bytes(HandlerBenchmarks.EuroToPound, ClientJson.Default.PaymentRequest);

    private static readonly MediaTypeHeaderValue Json = new("application/json");

    private HttpClient _client = null!;

    public enum WebApplicationFactory
    {
        /// <summary>Requests are passed on in memory.</summary>
        InMemory,

        /// <summary>Requests go through sockets, by <c>UseKestrel()</c>.</summary>
        OnKestrel,
    }

    [ParamsAllValues]
    public WebApplicationFactory Host { get; set; }

    [GlobalSetup]
    public async Task SetUp() => _client = (await PaymentApp.GetAsync(Host == WebApplicationFactory.OnKestrel)).CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark(Baseline = true)]
    public Task<Payment?> HttpClient() => Pay("httpclient/payment");

    [Benchmark]
    [SuppressMessage("HttpPerf", "HTTPPERF002", Justification = "The response is empty.")]
    public async Task Empty()
    {
        using var response = await Post("empty");
        response.EnsureSuccessStatusCode();
    }

    protected async Task<Payment?> Pay(string path)
    {
        using var response = await Post(path);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadFromJsonAsync(ClientJson.Default.Payment);
    }

    private async Task<HttpResponseMessage> Post(string path)
    {
        using var content = new ByteArrayContent(Payload) { Headers = { ContentType = Json } };
        return await _client.PostAsync(path, content);
    }
}
