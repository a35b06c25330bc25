using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>A benchmark whose test doesn't take it.</summary>
[BenchmarkCategory("NoParameter")]
public class NoParameter
{
    [Benchmark]
    public object Allocates() => new byte[1000];
}

public class NoParameterTests
{
#pragma warning disable xUnit1006 // what happens to those who don't have the analyzer
    [PerfTheory<NoParameter>]
    public void Stays_within_its_thresholds()
    {
    }
}
