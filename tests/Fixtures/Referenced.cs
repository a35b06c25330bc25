using BenchmarkDotNet.Attributes;

namespace HttpPerf.Fixtures;

/// <summary>A benchmark in a project that test projects reference.</summary>
[BenchmarkCategory("Referenced")]
public class Referenced
{
    [Benchmark]
    public object Allocates() => new byte[500];
}
