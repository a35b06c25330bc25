namespace HttpPerf.Results;

/// <summary>What is known of a metric by its name, as it is in results.json.</summary>
/// <param name="Unit">The unit of its values.</param>
/// <param name="Better">On which side the better values are.</param>
/// <param name="IsTime">Whether it is based on times. They can be judged only if the A/A check passes.</param>
internal sealed record MetricFacts(MetricUnit Unit, Better Better = Better.Lower, bool IsTime = false)
{
    public const string CountersPrefix = "counters.";
    public const string CountersPerSecondPrefix = "countersPerSecond.";
    public const string AgainstPrefix = "against.";

    private static readonly MetricFacts Unknown = new(MetricUnit.Unknown, Better.Unknown);

    /// <summary>All metrics except counters. The core, which this assembly doesn't know, decides; a test compares both.</summary>
    private static readonly Dictionary<string, MetricFacts> Known = new()
    {
        ["allocatedBytes"] = new(MetricUnit.Bytes),
        ["allocatedRatio"] = new(MetricUnit.Ratio),
        ["timeRatio"] = new(MetricUnit.Ratio, IsTime: true),
        ["timeRatioP95"] = new(MetricUnit.Ratio, IsTime: true),
        ["timeRatioP99"] = new(MetricUnit.Ratio, IsTime: true),
        ["timeRatioWithPauses"] = new(MetricUnit.Ratio, IsTime: true),
        ["throughputRatio"] = new(MetricUnit.Ratio, Better.Higher, IsTime: true),
        ["medianTime"] = new(MetricUnit.Nanoseconds, IsTime: true),
        ["timeP95"] = new(MetricUnit.Nanoseconds, IsTime: true),
        ["timeP99"] = new(MetricUnit.Nanoseconds, IsTime: true),
        ["cpuTime"] = new(MetricUnit.Nanoseconds),
        ["cpuRatio"] = new(MetricUnit.Ratio),
        ["gcPause"] = new(MetricUnit.Nanoseconds),
        ["gen0Collections"] = new(MetricUnit.PerThousandOperations),
        ["gen1Collections"] = new(MetricUnit.PerThousandOperations),
        ["gen2Collections"] = new(MetricUnit.PerThousandOperations),
        ["requestsPerSecond"] = new(MetricUnit.PerSecond, Better.Higher, IsTime: true),
        ["serverAllocatedBytes"] = new(MetricUnit.Bytes),
        ["serverAllocatedRatio"] = new(MetricUnit.Ratio),
        ["server.cpuTime"] = new(MetricUnit.Nanoseconds),
        ["against.timeRatio"] = new(MetricUnit.Ratio, IsTime: true) { IsAgainst = true },
        ["against.timeRatioP95"] = new(MetricUnit.Ratio, IsTime: true) { IsAgainst = true },
        ["against.timeRatioP99"] = new(MetricUnit.Ratio, IsTime: true) { IsAgainst = true },
        ["against.throughputRatio"] = new(MetricUnit.Ratio, Better.Higher, IsTime: true) { IsAgainst = true },
        ["against.allocatedBytes"] = new(MetricUnit.Bytes) { IsAgainst = true },
        ["against.serverAllocatedBytes"] = new(MetricUnit.Bytes) { IsAgainst = true },
    };

    /// <summary>Whether it counts events of an instrument. Every case has about a hundred of them, of which few matter.</summary>
    public bool IsCounter { get; private init; }

    /// <summary>Whether it compares with an earlier build, so that figures of different runs don't mean the same.</summary>
    public bool IsAgainst { get; private init; }

    /// <summary>Whether it compares with a baseline or an earlier build, where 1 is no difference.</summary>
    public bool IsRatio => Unit == MetricUnit.Ratio;

    /// <summary>Whether figures of different machines can be compared.</summary>
    public bool IsPortable => Unit is MetricUnit.Bytes or MetricUnit.Ratio;

    /// <summary>Whether a faster machine has other figures.</summary>
    public bool DependsOnMachine => Unit is MetricUnit.Nanoseconds or MetricUnit.PerSecond;

    public static MetricFacts Of(string metric) => Known.GetValueOrDefault(metric) switch
    {
        { } known => known,
        _ when metric.StartsWith(CountersPrefix, StringComparison.Ordinal) =>
            new(MetricUnit.PerOperation, Better.Unknown) { IsCounter = true },
        _ when metric.StartsWith(CountersPerSecondPrefix, StringComparison.Ordinal) =>
            new(MetricUnit.PerSecond, Better.Unknown, IsTime: true) { IsCounter = true },
        _ when metric.StartsWith(AgainstPrefix + CountersPrefix, StringComparison.Ordinal) =>
            new(MetricUnit.PerOperation) { IsCounter = true, IsAgainst = true },
        // Of a later version.
        _ => Unknown,
    };
}

/// <summary>On which side the better values are.</summary>
internal enum Better
{
    Lower,
    Higher,

    /// <summary>It depends on what is counted.</summary>
    Unknown,
}

/// <summary>The unit of a metric's values.</summary>
internal enum MetricUnit
{
    Nanoseconds,
    Bytes,
    Ratio,
    PerSecond,
    PerOperation,
    PerThousandOperations,

    /// <summary>That of a metric which this version doesn't know.</summary>
    Unknown,
}
