using BenchmarkDotNet.Attributes;

namespace HttpPerf.UnoptimizedTests;

[BenchmarkCategory("Unoptimized")]
public class Unoptimized
{
    [Benchmark]
    public object Allocates() => new byte[1000];
}

public class UnoptimizedTests
{
    [PerfTheory<Unoptimized>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
