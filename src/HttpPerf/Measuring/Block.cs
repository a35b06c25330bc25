using System.Diagnostics;

namespace HttpPerf.Measuring;

/// <summary>The time of a block of operations.</summary>
/// <param name="Nanoseconds">The time of all operations together, without GC pauses.</param>
/// <param name="Operations">How many there are.</param>
internal readonly record struct BlockTime(double Nanoseconds, long Operations)
{
    /// <summary>The median time of the operations, whose calls overlapped; null if calls followed one another.</summary>
    public double? Median { get; init; }

    /// <summary>Null if operations didn't begin at a given rate.</summary>
    public Pace? Pace { get; init; }

    /// <summary>In nanoseconds.</summary>
    public double TimeOfOperation => Median ?? Nanoseconds / Operations;

    /// <summary>In nanoseconds, of all that work at the same time.</summary>
    public double TimePerOperation => Pace?.Arrivals ?? Nanoseconds / Operations;

    /// <summary>
    /// The time that falls with the work of an operation, in nanoseconds. At a given rate, the time of a block doesn't.
    /// </summary>
    public double Work => Pace is null ? Nanoseconds : TimeOfOperation;
}

/// <param name="Arrivals">How long it took from the beginning of one operation to that of the next, in nanoseconds.</param>
/// <param name="Departures">How long it took between their ends; longer if they pile up.</param>
internal readonly record struct Pace(double Arrivals, double Departures);

/// <summary>How a case takes part in a round.</summary>
/// <param name="Calls">How many calls are timed together, as a block.</param>
/// <param name="LeadIn">How many blocks run untimed before the one that is timed.</param>
/// <param name="MinBlocks">The minimum number of blocks per epoch by which bytes, costs or counts are measured.</param>
internal readonly record struct BlockPlan(long Calls, int LeadIn, int MinBlocks)
{
    /// <summary>Where rounds are as long as this, an epoch measures as little as it can.</summary>
    private static readonly TimeSpan LongRound = TimeSpan.FromMilliseconds(100);

    public static BlockPlan Single { get; } = new(Calls: 1, LeadIn: 0, MinBlocks: 4);

    public BlockPlan InRoundsOf(TimeSpan round, int leadIn) => this with { LeadIn = leadIn, MinBlocks = round < LongRound ? MinBlocks : 2 };
}

/// <summary>A stopwatch that excludes GC pauses.</summary>
internal readonly struct BlockTimer
{
    private readonly long _start;
    private readonly TimeSpan _pause;

    private BlockTimer(TimeSpan pause)
    {
        _pause = pause;
        _start = Stopwatch.GetTimestamp();
    }

    public static BlockTimer Start() => new(GC.GetTotalPauseDuration());

    public BlockTime Stop(long operations)
    {
        // Not a TimeSpan, whose ticks of 100 ns are 0.5 % of a short block.
        var elapsed = (Stopwatch.GetTimestamp() - _start) * (1e9 / Stopwatch.Frequency);
        var pause = GC.GetTotalPauseDuration() - _pause;
        // A collection between the two readings would be subtracted without having been timed, so the pause is at most the elapsed time.
        return new BlockTime(elapsed - Math.Min(pause.TotalNanoseconds, elapsed), operations);
    }
}
