using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>Benchmarks that have nothing to do with each other, in a class that BenchmarkRunner would run in its own way.</summary>
[BenchmarkCategory("Refused")]
[ThreadingDiagnoser]
[ShortRunJob]
public class Independent
{
    [Benchmark]
    public object AllocatesBytes() => new byte[1000];

    [Benchmark]
    public string Formats() => 1.5.ToString("0.00", null);
}

public class IndependentTests
{
    [PerfTheory<Independent>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
