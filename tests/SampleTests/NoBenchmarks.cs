using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>A class whose benchmark lost its attribute.</summary>
[BenchmarkCategory("NoBenchmarks")]
public class NoBenchmarks
{
    public object Allocates() => new byte[1000];
}

public class NoBenchmarksTests
{
    [PerfTheory<NoBenchmarks>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
