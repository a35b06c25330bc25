using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>Code that has changed since the build that <c>SampleTestsBefore</c> makes of the same file.</summary>
[BenchmarkCategory("Changed")]
public class Changed
{
#if BEFORE
    private const int Line = 40, Spins = 1000, Room = 2000;
#else
    private const int Line = 64, Spins = 3000, Room = 1000;
#endif

    [Benchmark]
    public object Unchanged() => Allocate(100);

    /// <summary>By 24 B.</summary>
    [Benchmark]
    public object Grown() => new[] { Allocate(13_000), Allocate(Line) };

    [Benchmark]
    public void Slowed() => Thread.SpinWait(Spins);

    [Benchmark]
    public object Improved() => Allocate(Room);

#if BEFORE
    [Benchmark]
    public object Removed() => Allocate(1);
#else
    [Benchmark]
    public object Added() => Allocate(1);
#endif

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte[] Allocate(int bytes) => new byte[bytes];
}

public class ChangedTests
{
    [PerfTheory<Changed>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
