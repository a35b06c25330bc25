using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>The same code three times, but the baseline has a shorter input than the others, and than its own copy.</summary>
[BenchmarkCategory("Unequal")]
public class Unequal
{
    private static Unequal? _firstCalled;

    private readonly byte[] _hash = new byte[SHA256.HashSizeInBytes];
    private byte[] _data = null!;

    [GlobalSetup]
    public void SetUp() => _data = new byte[12_000];

    [GlobalCleanup]
    public void CleanUp() => _firstCalled = null;

    [Benchmark(Baseline = true)]
    public object One()
    {
        if (Interlocked.CompareExchange(ref _firstCalled, this, null) is null)
            _data = new byte[10_000];
        return Hash();
    }

    [Benchmark]
    public object Other() => Hash();

    [Benchmark]
    public object Third() => Hash();

    private byte[] Hash()
    {
        SHA256.HashData(_data, _hash);
        return new byte[100];
    }
}

public class UnequalTests
{
    [PerfTheory<Unequal>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
