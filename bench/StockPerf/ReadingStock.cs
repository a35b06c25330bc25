using System.Net.Http.Json;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using StockApi;

namespace StockPerf;

/// <summary>Different methods of the same result: their ratios differ between processes.</summary>
[BenchmarkCategory("Methods")]
public class ReadingStock
{
    private const string Path = "products?category=category-7";

    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = await RunningApi.CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark(Baseline = true)]
    public async Task<Product[]?> AsString() =>
        JsonSerializer.Deserialize<Product[]>(await _client.GetStringAsync(Path), JsonSerializerOptions.Web);

    [Benchmark]
    public async Task<Product[]?> AsStringAgain() =>
        JsonSerializer.Deserialize<Product[]>(await _client.GetStringAsync(Path), JsonSerializerOptions.Web);

    [Benchmark]
    public async Task<Product[]?> AsBytes() =>
        JsonSerializer.Deserialize<Product[]>(await _client.GetByteArrayAsync(Path), JsonSerializerOptions.Web);

    [Benchmark]
    public async Task<Product[]?> AsStream()
    {
        await using var stream = await _client.GetStreamAsync(Path);
        return await JsonSerializer.DeserializeAsync<Product[]>(stream, JsonSerializerOptions.Web);
    }

    [Benchmark]
    public Task<Product[]?> AsJson() => _client.GetFromJsonAsync<Product[]>(Path);
}
