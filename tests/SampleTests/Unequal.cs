using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>
/// The same code three times, but the first instance that is set up finds a shorter input than the others, whichever case it is for.
/// </summary>
[BenchmarkCategory("Unequal")]
public class Unequal
{
    private static int _inUse;

    private readonly byte[] _hash = new byte[SHA256.HashSizeInBytes];
    private byte[] _data = null!;

    [GlobalSetup]
    public void SetUp() => _data = new byte[Interlocked.Increment(ref _inUse) == 1 ? 10_000 : 12_000];

    [GlobalCleanup]
    public void CleanUp() => Interlocked.Decrement(ref _inUse);

    [Benchmark(Baseline = true)]
    public object One() => Hash();

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
