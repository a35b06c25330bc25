using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>A benchmark that takes twice its baseline's time.</summary>
[BenchmarkCategory("Slower")]
public class Slower
{
    private readonly byte[] _data = new byte[10_000];
    private readonly byte[] _hash = new byte[SHA256.HashSizeInBytes];

    [Benchmark(Baseline = true)]
    public int Once() => SHA256.HashData(_data, _hash);

    [Benchmark]
    public int Twice()
    {
        SHA256.HashData(_data, _hash);
        return SHA256.HashData(_data, _hash);
    }
}

public class SlowerTests
{
    [PerfTheory<Slower>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
