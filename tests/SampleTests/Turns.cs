using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>
/// Two that take turns from epoch to epoch in being slow: whether one takes longer than the other can't be decided, however many rounds
/// there are. (Of two that do the same, one is a little slower for good, by where its code lies; enough rounds find that out.)
/// </summary>
[BenchmarkCategory("Turns")]
public class Turns
{
    private static readonly byte[] Data = new byte[240_000];

    private static int _epochs;

    private readonly byte[] _hash = new byte[SHA256.HashSizeInBytes];

    private int _length = Data.Length / 6 * 5;

    [GlobalSetup(Target = nameof(Other))]
    public void TakeTurns() => _length = ++_epochs % 2 == 0 ? Data.Length : Data.Length / 36 * 25;

    [Benchmark(Baseline = true)]
    public int One() => Hash();

    [Benchmark]
    public int Other() => Hash();

    private int Hash() => SHA256.HashData(Data.AsSpan(0, _length), _hash);
}

public class TurnsTests
{
    [PerfTheory<Turns>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
