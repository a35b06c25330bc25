using BenchmarkDotNet.Attributes;
using HttpPerf.Hosting;

namespace HttpPerf.SampleTests;

/// <summary>Benchmarks whose server crashes in the middle of measuring.</summary>
[BenchmarkCategory("DyingServer")]
public class DyingServer
{
    private const int RequestsInLife = 300;

    private static int _requests;

    private ChildProcessHost _host = null!;
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp()
    {
        _host = await ChildProcessHost.StartAsync(Path.Combine(AppContext.BaseDirectory, "BrokenApi.dll"));
        _client = _host.CreateClient();
    }

    [GlobalCleanup]
    public async Task CleanUp()
    {
        _client.Dispose();
        await _host.DisposeAsync();
    }

    [Benchmark(Baseline = true)]
    public Task<string> Get() => _client.GetStringAsync(++_requests == RequestsInLife ? "crash" : "about");

    [Benchmark]
    public Task<string> GetToo() => Get();
}

public class DyingServerTests
{
    [PerfTheory<DyingServer>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
