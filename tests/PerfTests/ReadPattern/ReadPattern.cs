using System.Net.Http.Json;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.PerfTests;

/// <summary>
/// Nine ways to read JSON, after the HttpClientBenchmarking repository, whose names they keep. Each returns what it read:
/// that tells reading from failing, and lets the ways be checked against each other.
/// </summary>
[BenchmarkCategory("ReadPattern")]
public class ReadPattern
{
    private HttpClient _client = null!;
    private string _url = null!;

    [Params(10, 100, 1000, 10000)]
    public int Size { get; set; }

    [GlobalSetup]
    public async Task SetUp()
    {
        _client = (await TargetApiHost.GetAsync()).CreateClient();
        _url = $"weatherforecast/{Size}";
    }

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark(Baseline = true)]
    public async Task<List<WeatherForecast>?> GetAsync_ReadAsStringAsync()
    {
        using var response = await _client.GetAsync(_url);
        response.EnsureSuccessStatusCode();
        var json = await response.Content.ReadAsStringAsync();
        return JsonSerializer.Deserialize<List<WeatherForecast>>(json, WebJson.Options);
    }

    [Benchmark]
    public async Task<List<WeatherForecast>?> GetAsync_ReadAsStreamAsync()
    {
        using var response = await _client.GetAsync(_url);
        response.EnsureSuccessStatusCode();
        using var stream = await response.Content.ReadAsStreamAsync();
        return await JsonSerializer.DeserializeAsync<List<WeatherForecast>>(stream, WebJson.Options);
    }

    [Benchmark]
    public async Task<List<WeatherForecast>?> GetAsync_ReadFromJsonAsync()
    {
        using var response = await _client.GetAsync(_url);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadFromJsonAsync<List<WeatherForecast>>(WebJson.Options);
    }

    [Benchmark]
    public async Task<List<WeatherForecast>?> GetAsync_ReadAsStringAsync_CompletionOption()
    {
        using var response = await _client.GetAsync(_url, HttpCompletionOption.ResponseHeadersRead);
        response.EnsureSuccessStatusCode();
        var json = await response.Content.ReadAsStringAsync();
        return JsonSerializer.Deserialize<List<WeatherForecast>>(json, WebJson.Options);
    }

    [Benchmark]
    public async Task<List<WeatherForecast>?> GetAsync_ReadAsStreamAsync_CompletionOption()
    {
        using var response = await _client.GetAsync(_url, HttpCompletionOption.ResponseHeadersRead);
        response.EnsureSuccessStatusCode();
        using var stream = await response.Content.ReadAsStreamAsync();
        return await JsonSerializer.DeserializeAsync<List<WeatherForecast>>(stream, WebJson.Options);
    }

    [Benchmark]
    public async Task<List<WeatherForecast>?> GetAsync_ReadFromJsonAsync_CompletionOption()
    {
        using var response = await _client.GetAsync(_url, HttpCompletionOption.ResponseHeadersRead);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadFromJsonAsync<List<WeatherForecast>>(WebJson.Options);
    }

    [Benchmark]
    public async Task<List<WeatherForecast>?> GetStreamAsync()
    {
        using var stream = await _client.GetStreamAsync(_url);
        return await JsonSerializer.DeserializeAsync<List<WeatherForecast>>(stream, WebJson.Options);
    }

    [Benchmark]
    public async Task<List<WeatherForecast>?> GetStringAsync()
    {
        var json = await _client.GetStringAsync(_url);
        return JsonSerializer.Deserialize<List<WeatherForecast>>(json, WebJson.Options);
    }

    [Benchmark]
    public Task<List<WeatherForecast>?> GetFromJsonAsync() =>
        _client.GetFromJsonAsync<List<WeatherForecast>>(_url, WebJson.Options);
}
