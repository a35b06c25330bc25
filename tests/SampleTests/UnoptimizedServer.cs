using BenchmarkDotNet.Attributes;
using HttpPerf.Hosting;

namespace HttpPerf.SampleTests;

/// <summary>A benchmark whose server loads an assembly that isn't optimized.</summary>
[BenchmarkCategory("Refused")]
public class UnoptimizedServer
{
    private ChildProcessHost _host = null!;
    private HttpClient _client = null!;

    // A host of its own, which ends with the group: others are not to be refused for it.
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

    [Benchmark]
    public Task<string> Get() => _client.GetStringAsync(
        $"load?path={Path.Combine(AppContext.BaseDirectory.Replace("SampleTests", "UnoptimizedTests"), "UnoptimizedTests.dll")}");
}

public class UnoptimizedServerTests
{
    [PerfTheory<UnoptimizedServer>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
