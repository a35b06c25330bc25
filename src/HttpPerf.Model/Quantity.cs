namespace HttpPerf.Model;

/// <summary>A measured quantity, whatever it is compared with.</summary>
/// <param name="unit">The unit of its values.</param>
/// <param name="samples">The samples that it is computed from; bytes of a server are counted apart.</param>
/// <param name="change">How messages name a change for the worse.</param>
/// <param name="better">On which side of a limit the better values are.</param>
internal sealed class Quantity(Unit unit, SampleKinds samples, string change, Direction better = Direction.Lower)
{
    public static readonly Quantity AllocatedBytes = new(Unit.Bytes, SampleKinds.Bytes, "growth");

    /// <summary>Bytes that are live after full collections.</summary>
    public static readonly Quantity RetainedBytes = new(Unit.Bytes, SampleKinds.Retained, "growth");

    public static readonly Quantity Time = new(Unit.Nanoseconds, SampleKinds.Times, "slowdown");

    /// <summary>The time of the slowest operations.</summary>
    public static readonly Quantity Tail = new(Unit.Nanoseconds, SampleKinds.Times, "slowdown");

    public static readonly Quantity CpuTime = new(Unit.Nanoseconds, SampleKinds.Costs, "growth");

    public static readonly Quantity GcPause = new(Unit.Nanoseconds, SampleKinds.Costs, "growth");

    public static readonly Quantity Collections = new(Unit.PerThousandOperations, SampleKinds.Costs, "growth");

    public static readonly Quantity Throughput = new(Unit.PerSecond, SampleKinds.Times, "slowdown", Direction.Higher);

    /// <summary>The time of a start of an API's process.</summary>
    public static readonly Quantity StartTime = new(Unit.Nanoseconds, SampleKinds.None, "slowdown");

    /// <summary>The allocations of a start.</summary>
    public static readonly Quantity StartBytes = new(Unit.Bytes, SampleKinds.None, "growth");

    /// <summary>The counts of a start.</summary>
    public static readonly Quantity StartCount = new(Unit.PerOperation, SampleKinds.None, "growth");

    /// <summary>Events of an instrument.</summary>
    public static readonly Quantity Count = new(Unit.PerOperation, SampleKinds.Counters, "change", Direction.Unknown);

    /// <summary>Events of an instrument per second.</summary>
    public static readonly Quantity CountPerSecond =
        new(Unit.PerSecond, SampleKinds.Times | SampleKinds.Counters, "change", Direction.Unknown);

    /// <summary>Network round trips that a call waits for one after another.</summary>
    public static readonly Quantity RoundTrips = new(Unit.RoundTrips, SampleKinds.RoundTrips, "growth");

    public Unit Unit => unit;

    public SampleKinds Samples => samples;

    public string Change => change;

    public Direction Better => better;
}
