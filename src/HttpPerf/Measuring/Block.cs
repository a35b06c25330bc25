using System.Diagnostics;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>The time of a block of operations.</summary>
/// <param name="Nanoseconds">The time of all operations together, without GC pauses.</param>
/// <param name="Gc">What the garbage collector did during the block.</param>
internal readonly record struct BlockTime(double Nanoseconds, GcActivity Gc);

/// <summary>A stopwatch that excludes GC pauses and reports them separately.</summary>
internal readonly struct BlockTimer
{
    private readonly long _start;
    private readonly TimeSpan _pause;
    private readonly (int, int, int) _collections;

    private BlockTimer(TimeSpan pause, (int, int, int) collections)
    {
        _pause = pause;
        _collections = collections;
        _start = Stopwatch.GetTimestamp();
    }

    public static BlockTimer Start() => new(GC.GetTotalPauseDuration(), Collections());

    public BlockTime Stop(long operations)
    {
        // Not a TimeSpan, whose ticks of 100 ns are 0.5 % of a short block.
        var elapsed = (Stopwatch.GetTimestamp() - _start) * (1e9 / Stopwatch.Frequency);
        var pause = GC.GetTotalPauseDuration() - _pause;
        var (gen0, gen1, gen2) = Collections();
        // A collection between the two readings would be subtracted without having been timed, so the pause is at most the elapsed time.
        var pauseNanoseconds = Math.Min(pause.TotalNanoseconds, elapsed);
        return new BlockTime(
            elapsed - pauseNanoseconds,
            new GcActivity(operations, gen0 - _collections.Item1, gen1 - _collections.Item2, gen2 - _collections.Item3, pauseNanoseconds));
    }

    private static (int, int, int) Collections() => (GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2));
}
