using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>What an epoch has measured of a case; null where it has measured nothing.</summary>
internal sealed record EpochSamples
{
    public static EpochSamples None { get; } = new();

    public RoundSamples? Rounds { get; init; }

    /// <summary>Bytes per operation of each window.</summary>
    public double[]? Windows { get; init; }

    /// <summary>The server's windows.</summary>
    public double[]? ServerWindows { get; init; }

    public StretchSamples? Stretch { get; init; }

    public CounterSamples? Counters { get; init; }

    public RetainedSamples? Retained { get; init; }
}

/// <summary>The rounds of an epoch.</summary>
/// <param name="Times">As <see cref="CaseSamples.Epochs"/>.</param>
/// <param name="MedianBlock">The median time of a block, in nanoseconds.</param>
internal sealed record RoundSamples(double[] Times, double MedianBlock)
{
    /// <summary>As <see cref="LoadSamples.TimePerOperation"/>; null unless calls overlap.</summary>
    public double[]? TimePerOperation { get; init; }

    /// <summary>As <see cref="LoadSamples.Calls"/>; null unless calls overlap.</summary>
    public CallTime[]? Calls { get; init; }

    /// <param name="blocks">The blocks of a case.</param>
    /// <param name="calls">Its calls; null unless they overlap.</param>
    public static RoundSamples Of(IReadOnlyList<BlockTime> blocks, CallTime[]? calls) => new(
        [.. blocks.Select(b => b.TimeOfOperation)],
        blocks.Select(b => b.Nanoseconds).Order().ElementAt(blocks.Count / 2))
    {
        TimePerOperation = calls is null ? null : [.. blocks.Select(b => b.TimePerOperation)],
        Calls = calls,
    };
}
