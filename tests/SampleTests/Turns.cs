using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>
/// Two that take turns in being slow: whether one takes longer than the other can't be decided, however many rounds there are.
/// (Of two that do the same, one is a little slower for good, by where its code lies; enough rounds find that out.)
/// </summary>
[BenchmarkCategory("Turns")]
public class Turns
{
    private readonly byte[] _data = new byte[200_000];
    private readonly byte[] _hash = new byte[SHA256.HashSizeInBytes];

    private int _calls;

    [Benchmark(Baseline = true)]
    public int One() => Hash(isSlow: ++_calls % 2 == 0);

    [Benchmark]
    public int Other() => Hash(isSlow: ++_calls % 2 == 1);

    private int Hash(bool isSlow) => SHA256.HashData(_data.AsSpan(isSlow ? 0 : _data.Length / 6), _hash);
}

public class TurnsTests
{
    [PerfTheory<Turns>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
