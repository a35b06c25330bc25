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

    /// <summary>Events per operation.</summary>
    PerOperation,
}

/// <summary>A measured quantity on which a limit can be set.</summary>
/// <param name="Name">Its key in <c>thresholds.json</c>.</param>
/// <param name="Unit">What its numbers count.</param>
public sealed record Metric(string Name, Unit Unit)
{
    /// <summary>
    /// Managed bytes allocated by an operation, on all threads of the process. The interval reaches down to the least figure that recurs, in more than one of twenty
    /// windows: how responses arrive may make it the usual one of another run.
    /// </summary>
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

    /// <summary>Every metric but the counters, in the order in which they are listed to people.</summary>
    public static IReadOnlyList<Metric> All { get; } =
    [
        AllocatedBytes, AllocatedRatio, TimeRatio, TimeRatioP95, MedianTime,
        Gen0Collections, Gen1Collections, Gen2Collections, RequestsPerSecond,
    ];

    /// <summary>What of which counter the metric is; null for one that is no counter.</summary>
    internal CounterSelection? Selection =>
        Name.Split('.', 2) is ["counters" or "countersPerSecond", var counter] ? CounterSelection.Parse(counter) : null;

    /// <summary>What a counter counts while the case runs, per operation; a histogram counts its recordings, and its name with <c>.sum</c> their sum.</summary>
    /// <param name="name">
    /// The name of an instrument of any meter, or one of the library's own such as <c>tls.handshakes</c>, with all of its tags together;
    /// or with those to select behind it: <c>my.counter{color=red,size=2}</c>.
    /// </param>
    /// <exception cref="ArgumentException">The name is empty, or its braces hold no tags.</exception>
    public static Metric Counter(string name) => new($"counters.{Parse(name)}", Unit.PerOperation);

    /// <summary>What a counter counts per operation, times the operations per second that <see cref="RequestsPerSecond"/> is.</summary>
    /// <param name="name">As for <see cref="Counter"/>.</param>
    /// <exception cref="ArgumentException">The name is empty, or its braces hold no tags.</exception>
    public static Metric CounterPerSecond(string name) => new($"countersPerSecond.{Parse(name)}", Unit.PerSecond);

    /// <summary>Whether the metric compares with the baseline, so that a group without one doesn't have it.</summary>
    public bool NeedsBaseline => Unit == Unit.Ratio;

    /// <inheritdoc/>
    public override string ToString() => Name;

    private static CounterSelection Parse(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        try
        {
            return CounterSelection.Parse(name);
        }
        catch (FormatException e)
        {
            throw new ArgumentException($"\"{name}\" {e.Message}", nameof(name), e);
        }
    }
}
