using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>Healthy benchmarks without a network: exact allocations, and a ratio of 0.1 between them.</summary>
[BenchmarkCategory("Sample")]
public class Sample
{
    private const int Copies = 10;

    private byte[] _data = null!;

    [Params(10, 1000)]
    public int Size { get; set; }

    [GlobalSetup]
    public void SetUp() => _data = new byte[Size];

    [Benchmark(Baseline = true)]
    public int Copying()
    {
        var length = 0;
        for (var i = 0; i < Copies; i++)
            length = _data.ToArray().Length;
        return length;
    }

    [Benchmark]
    public int Reads() => _data.ToArray().Length;
}

public class SampleTests
{
    [PerfTheory<Sample>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
