namespace HttpPerf.Comparing;

/// <summary>What a metric's numbers count.</summary>
public enum Unit
{
    /// <summary>Bytes per operation.</summary>
    Bytes,

    /// <summary>Nanoseconds per operation.</summary>
    Nanoseconds,

    /// <summary>Times the baseline's figure; 1 is equal.</summary>
    Ratio,

    /// <summary>Events per 1,000 operations.</summary>
    PerThousandOperations,

    /// <summary>Events per second.</summary>
    PerSecond,
}

/// <summary>A measured quantity on which a limit can be set.</summary>
/// <param name="Name">Its key in <c>thresholds.json</c>.</param>
/// <param name="Unit">What its numbers count.</param>
public sealed record Metric(string Name, Unit Unit)
{
    /// <summary>Managed bytes allocated by an operation, on all threads of the process.</summary>
    public static readonly Metric AllocatedBytes = new("allocatedBytes", Unit.Bytes);

    /// <summary><see cref="AllocatedBytes"/> divided by the baseline's.</summary>
    public static readonly Metric AllocatedRatio = new("allocatedRatio", Unit.Ratio);

    /// <summary>The median over all rounds of an operation's time divided by the baseline's in the same round, GC pauses subtracted.</summary>
    public static readonly Metric TimeRatio = new("timeRatio", Unit.Ratio);

    /// <summary>
    /// The 95th percentile of an operation's time divided by the baseline's, both smoothed: means of the times between the 92.5th and the 97.5th
    /// percentile.
    /// </summary>
    public static readonly Metric TimeRatioP95 = new("timeRatioP95", Unit.Ratio);

    /// <summary>The median time of an operation, GC pauses subtracted.</summary>
    public static readonly Metric MedianTime = new("medianTime", Unit.Nanoseconds);

    /// <summary>Collections of generation 0 that happened during the operations.</summary>
    public static readonly Metric Gen0Collections = new("gen0Collections", Unit.PerThousandOperations);

    /// <summary>Collections of generation 1 that happened during the operations.</summary>
    public static readonly Metric Gen1Collections = new("gen1Collections", Unit.PerThousandOperations);

    /// <summary>Collections of generation 2 that happened during the operations.</summary>
    public static readonly Metric Gen2Collections = new("gen2Collections", Unit.PerThousandOperations);

    /// <summary>Operations per second of one caller that starts the next when one ends: one second divided by <see cref="MedianTime"/>.</summary>
    public static readonly Metric RequestsPerSecond = new("requestsPerSecond", Unit.PerSecond);

    /// <summary>Every metric, in the order in which they are listed to people.</summary>
    public static IReadOnlyList<Metric> All { get; } =
    [
        AllocatedBytes, AllocatedRatio, TimeRatio, TimeRatioP95, MedianTime,
        Gen0Collections, Gen1Collections, Gen2Collections, RequestsPerSecond,
    ];

    /// <summary>Whether the metric compares with the baseline, so that a group without one doesn't have it.</summary>
    public bool NeedsBaseline => Unit == Unit.Ratio;

    /// <inheritdoc/>
    public override string ToString() => Name;
}
