using BenchmarkDotNet.Attributes;
using HttpPerf.Hosting;

namespace HttpPerf.SampleTests;

/// <summary>
/// Benchmarks whose server goes wrong in the middle of measuring, each in a way of its own, beside two that have no part in it.
/// </summary>
[BenchmarkCategory("Refused")]
public class FailingServer
{
    private const int GoodRequests = 20;

    private static readonly Task<ChildProcessHost> Host = ChildProcessHost.StartAsync(
        Path.Combine(AppContext.BaseDirectory, "BrokenApi.dll"));

    // An instance lives for an epoch, and has a single benchmark.
    private int _requests;
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = (await Host).CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark(Baseline = true)]
    public Task<string> Get() => Read("about");

    [Benchmark]
    public Task<string> GetToo() => Read("about");

    [Benchmark]
    public Task<string> Resets() => _client.GetStringAsync(PathOf("reset"));

    [Benchmark]
    public Task<string> Truncates() => _client.GetStringAsync(PathOf("truncated"));

    [Benchmark]
    public Task<string> Errors() => _client.GetStringAsync(PathOf("error"));

    [Benchmark]
    public Task<string> ErrorsWithoutText() => Read(PathOf("error"));

    [Benchmark]
    public async Task ErrorsUnnoticed() => await Read(PathOf("error-page"));

    [Benchmark]
    public Task<string> ReturnsAnotherText() => Read(PathOf("other"));

    [Benchmark]
    [ExpectedDifferentResult]
    public Task<string> ReturnsAnotherTextByDesign() => Read("other");

    [Benchmark]
    public Task<string> ErrorsNowAndThen() => Read(++_requests % 20 == 0 ? "error" : "about");

    /// <summary>Ignores the status.</summary>
    private async Task<string> Read(string path)
    {
        using var response = await _client.GetAsync(path);
        return await response.Content.ReadAsStringAsync();
    }

    private string PathOf(string fault) => ++_requests > GoodRequests ? fault : "about";
}

public class FailingServerTests
{
    [PerfTheory<FailingServer>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
