using System.Diagnostics.Metrics;
using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>Each build has a meter of this name.</summary>
[BenchmarkCategory("Counted")]
public class Counted
{
#if BEFORE
    private const int Length = 2;
#else
    private const int Length = 3;
#endif

    private static readonly Counter<long> Steps = new Meter("Counted").CreateCounter<long>("counted.steps");

    [Benchmark]
    public void Walks() => Steps.Add(Length);
}

public class CountedTests
{
    [PerfTheory<Counted>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
