using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>Nothing can be compared with a baseline that throws.</summary>
[BenchmarkCategory("FaultyBaseline")]
public class FaultyBaseline
{
    [Benchmark(Baseline = true)]
    public void Throws() => throw new InvalidOperationException("the baseline is broken");

    [Benchmark]
    public void Works()
    {
    }
}

public class FaultyBaselineTests
{
    [PerfTheory<FaultyBaseline>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
