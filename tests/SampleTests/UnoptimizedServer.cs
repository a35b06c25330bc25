using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>A benchmark whose server loads an assembly that isn't optimized.</summary>
[BenchmarkCategory("Refused")]
public class UnoptimizedServer : OwnServer
{
    [Benchmark]
    public Task<string> Get() => Client.GetStringAsync(
        $"load?path={Path.Combine(AppContext.BaseDirectory.Replace("SampleTests", "UnoptimizedTests"), "UnoptimizedTests.dll")}");
}

public class UnoptimizedServerTests
{
    [PerfTheory<UnoptimizedServer>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
