using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.GateQuality;

/// <summary>Two equal clients that many callers use.</summary>
public class Load
{
    private HttpClient _client = null!;
    private HttpClient _twin = null!;

    [Params(1, 64)]
    public int Parallel { get; set; }

    [GlobalSetup]
    public async Task SetUp()
    {
        var api = await TargetApiHost.GetAsync();
        (_client, _twin) = (api.CreateClient(), api.CreateClient());
    }

    [GlobalCleanup]
    public void CleanUp()
    {
        _client.Dispose();
        _twin.Dispose();
    }

    [Benchmark(Baseline = true)]
    [ConcurrentCallers(nameof(Parallel))]
    public Task<string> Client() => _client.GetStringAsync("");

    [Benchmark]
    [ConcurrentCallers(nameof(Parallel))]
    public Task<string> Twin() => _twin.GetStringAsync("");
}
