using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>64 epochs of 2 rounds of it, and what they call besides, last for longer than 5 s on any machine.</summary>
[BenchmarkCategory("Slow")]
public class Slow
{
    [Benchmark]
    public void Sleeps() => Thread.Sleep(10);
}

public class SlowTests
{
    [PerfTheory<Slow>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
