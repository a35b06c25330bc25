using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>A benchmark without a baseline.</summary>
[BenchmarkCategory("Alone")]
public class Alone
{
    [Benchmark]
    public object Allocates() => new byte[1000];
}

public class AloneTests
{
    [PerfTheory<Alone>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
