using BenchmarkDotNet.Attributes;
using HttpPerf.UnoptimizedTests;

namespace HttpPerf.UnoptimizedReferenceTests;

[BenchmarkCategory("UnoptimizedReference")]
public class UnoptimizedReference
{
    [Benchmark]
    public object Allocates() => new Unoptimized().Allocates();
}

public class UnoptimizedReferenceTests
{
    [PerfTheory<UnoptimizedReference>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
