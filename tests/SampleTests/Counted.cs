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

    private static readonly Meter Meter = new("Counted");
    private static readonly Counter<long> Steps = Meter.CreateCounter<long>("counted.steps");
#if BEFORE
    private static readonly Counter<long> Turned = Steps;
#else
    private static readonly Counter<long> Turned = Meter.CreateCounter<long>("counted.turns");
#endif

    [Benchmark]
    public void Walks() => Steps.Add(Length);

    /// <summary>The earlier build doesn't have the instrument.</summary>
    [Benchmark]
    public void Turns() => Turned.Add(1);
}

public class CountedTests
{
    [PerfTheory<Counted>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
