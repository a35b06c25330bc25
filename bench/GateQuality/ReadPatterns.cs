using System.Text.Json;
using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.GateQuality;

/// <summary>Two different methods for one purpose, whose time ratio is not the same in every process.</summary>
public class ReadPatterns
{
    private HttpClient _client = null!;

    [Params(10, 100, 1000)]
    public int Size { get; set; }

    private string Url => $"weatherforecast/{Size}";

    [GlobalSetup]
    public async Task SetUp() => _client = (await TargetApiHost.GetAsync()).CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark(Baseline = true)]
    public async Task<List<WeatherForecast>> ReadString() =>
        JsonSerializer.Deserialize<List<WeatherForecast>>(await _client.GetStringAsync(Url), WebJson.Options)!;

    [Benchmark]
    public async Task<List<WeatherForecast>> ReadStream()
    {
        await using var stream = await _client.GetStreamAsync(Url);
        return (await JsonSerializer.DeserializeAsync<List<WeatherForecast>>(stream, WebJson.Options))!;
    }

    [Benchmark]
    public async Task<List<WeatherForecast>> ReadBytes() =>
        JsonSerializer.Deserialize<List<WeatherForecast>>(await _client.GetByteArrayAsync(Url), WebJson.Options)!;

    [Benchmark]
    public async Task<List<WeatherForecast>> ReadStringAgain() =>
        JsonSerializer.Deserialize<List<WeatherForecast>>(await _client.GetStringAsync(Url), WebJson.Options)!;
}
