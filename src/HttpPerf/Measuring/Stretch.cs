using System.Runtime;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// Runs a case alone for a while, and counts what interleaved rounds would charge to the wrong case: the collection of garbage that another
/// case left behind, and work that continues on other threads.
/// </summary>
internal static class Stretch
{
    private const int FewestBlocks = 4;

    private static readonly TimeSpan ShortestTime = TimeSpan.FromMilliseconds(15);

    /// <param name="built">The case.</param>
    /// <param name="effort">How many times as long as in a first pass of epochs.</param>
    /// <param name="clock">Ends the stretch.</param>
    public static async Task<StretchSamples> Measure(BuiltCase built, double effort, TimeProvider clock)
    {
        // What other cases have allocated is collected now, and not during this case.
        GC.Collect();
        var (gen0, gen1, gen2) = Collections();
        var (pause, cpu) = (GC.GetTotalPauseDuration(), CpuTime());
        var operations = await Run(built, effort, clock);
        cpu = CpuTime() - cpu;
        pause = GC.GetTotalPauseDuration() - pause;
        var now = Collections();
        return new(
            new(operations, now.Gen0 - gen0, now.Gen1 - gen1, now.Gen2 - gen2, pause.TotalNanoseconds),
            Math.Max(0, cpu.TotalNanoseconds));
    }

    /// <summary>Runs blocks of the case.</summary>
    /// <returns>How many operations it ran.</returns>
    public static async Task<long> Run(BuiltCase built, double effort, TimeProvider clock)
    {
        var operations = 0L;
        var start = clock.GetTimestamp();
        for (var blocks = 0; blocks < FewestBlocks * effort || clock.GetElapsedTime(start) < ShortestTime * effort; blocks++)
            operations += (await built.TimeBlock()).Operations;
        return operations;
    }

    /// <summary>Without the compiler's, which optimizes in the background whatever has become hot, and not only the case's code.</summary>
    private static TimeSpan CpuTime() => Environment.CpuUsage.TotalTime - JitInfo.GetCompilationTime();

    private static (int Gen0, int Gen1, int Gen2) Collections() => (GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2));
}
