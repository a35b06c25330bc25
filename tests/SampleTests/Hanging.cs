using BenchmarkDotNet.Attributes;
using HttpPerf.Hosting;

namespace HttpPerf.SampleTests;

/// <summary>A benchmark whose server stops answering in the middle of measuring, and a client that would wait for ever.</summary>
[BenchmarkCategory("Hanging")]
public class Hanging
{
    private const int GoodRequests = 200;

    private static readonly Task<ChildProcessHost> Host = ChildProcessHost.StartAsync(
        Path.Combine(AppContext.BaseDirectory, "BrokenApi.dll"));

    private static int _requests;

    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp()
    {
        _client = (await Host).CreateClient();
        _client.Timeout = Timeout.InfiniteTimeSpan;
    }

    [Benchmark(Baseline = true)]
    public Task<string> Get() => _client.GetStringAsync("about");

    [Benchmark]
    public Task<string> Stalls() => _client.GetStringAsync(++_requests > GoodRequests ? "stall" : "about");
}

public class HangingTests
{
    [PerfTheory<Hanging>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
