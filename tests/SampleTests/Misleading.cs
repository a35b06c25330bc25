using System.Net;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using HttpPerf.Hosting;

namespace HttpPerf.SampleTests;

/// <summary>Benchmarks that would show fine figures of something else than they mean, beside some that only seem to.</summary>
[BenchmarkCategory("Refused")]
public class Misleading
{
    private static readonly Task<ChildProcessHost> Host = ChildProcessHost.StartAsync(
        Path.Combine(AppContext.BaseDirectory, "BrokenApi.dll"));

    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = (await Host).CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    // An untrusted certificate, and for want of the host's own handler nobody trusts it.
    [GlobalSetup(Target = nameof(IsUntrusted))]
    public async Task SetUpUntrusted() => _client = Untrusting((await Host).SecureAddress!);

    [GlobalSetup(Target = nameof(LeavesALoop))]
    public async Task SetUpLoop()
    {
        await SetUp();
        _ = Loop();
    }

    [Benchmark(Baseline = true)]
    public Task Get() => Read("about");

    [Benchmark]
    public Task IgnoresErrors() => Read("error");

    [Benchmark]
    [ExpectedErrors(500)]
    public Task ExpectsErrors() => Read("error");

    [Benchmark]
    public Task IsUntrusted() => Read("about");

    [Benchmark]
    public async Task IsDowngraded()
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "about") { Version = HttpVersion.Version20 };
        using var response = await _client.SendAsync(request);
    }

    [Benchmark]
    public void DropsItsRequest() => _ = _client.GetStringAsync("about");

    [Benchmark]
    public async Task DropsItsTask()
    {
        await Task.Yield();
        _ = Pause();
    }

    [Benchmark]
    public async Task ForgetsBehindConfigureAwait()
    {
        await Task.Delay(1).ConfigureAwait(false);
        Forget();
    }

    [Benchmark]
    public List<Forecast> ReadsNothing() => JsonSerializer.Deserialize<List<Forecast>>("""[{"Celsius":3},{"Celsius":4}]""")!;

    [Benchmark]
    public Task LeavesALoop() => Read("about");

    [Benchmark]
    public async Task GivesUp()
    {
        using var early = new CancellationTokenSource(5);
        try
        {
            await _client.GetAsync("stall", early.Token);
        }
        catch (OperationCanceledException)
        {
        }
    }

    [Benchmark]
    [ExpectedEmptyResult]
    public List<Forecast> ReturnsNothing() => JsonSerializer.Deserialize<List<Forecast>>("[]")!;

    private static HttpClient Untrusting(Uri address) => new() { BaseAddress = address };

    private async Task Read(string path)
    {
        using var response = await _client.GetAsync(path);
        await response.Content.ReadAsStringAsync();
    }

    private static async Task Loop()
    {
        while (true)
            await Task.Delay(1000);
    }

    private static async Task Pause() => await Task.Delay(20);

    private async void Forget() => await Read("about").ConfigureAwait(false);

    public sealed class Forecast
    {
        public int Celsius { get; private set; }
    }
}

public class MisleadingTests
{
    [PerfTheory<Misleading>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
