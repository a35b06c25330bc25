using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>Benchmarks whose server crashes in the middle of measuring.</summary>
[BenchmarkCategory("DyingServer")]
public class DyingServer : OwnServer
{
    private const int RequestsInLife = 300;

    private static int _requests;

    [Benchmark(Baseline = true)]
    public Task<string> Get() => Client.GetStringAsync(++_requests == RequestsInLife ? "crash" : "about");

    [Benchmark]
    public Task<string> GetToo() => Get();
}

public class DyingServerTests
{
    [PerfTheory<DyingServer>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
