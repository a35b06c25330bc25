namespace HttpPerf.Model;

/// <summary>The samples of a case from one epoch; null where it has measured nothing.</summary>
internal sealed record EpochSamples
{
    public static EpochSamples None { get; } = new();

    public RoundSamples? Rounds { get; init; }

    /// <summary>Bytes per operation, one element per window.</summary>
    public double[]? Windows { get; init; }

    /// <summary>Bytes per operation of its server, one element per window.</summary>
    public double[]? ServerWindows { get; init; }

    /// <summary>Its costs while it runs alone.</summary>
    public SoloRunSamples? SoloRun { get; init; }

    /// <summary>From a further solo run.</summary>
    public CounterSamples? Counters { get; init; }

    public RetainedSamples? Retained { get; init; }
}

/// <summary>The rounds of an epoch in which a case was timed.</summary>
/// <param name="Times">
/// Nanoseconds per operation, without GC pauses, one element per round. Of calls that overlap, an element is the median of its round, with
/// GC pauses.
/// </param>
internal sealed record RoundSamples(double[] Times)
{
    /// <summary>The median time of a block, in nanoseconds.</summary>
    public double MedianBlock { get; init; }

    /// <summary>
    /// Of calls that overlap: nanoseconds that all callers together took, with GC pauses, divided by their operations; at an arrival rate,
    /// from one operation to the next. Null if one call followed another.
    /// </summary>
    public double[]? OfAllCallers { get; init; }

    /// <summary>Of calls that overlap: how long single ones took, from the shortest to the longest. Null as above.</summary>
    public CallTime[]? Calls { get; init; }

    /// <summary>Nanoseconds from one operation to the next: a single caller's are its times.</summary>
    public double[] TimePerOperation => OfAllCallers ?? Times;
}
