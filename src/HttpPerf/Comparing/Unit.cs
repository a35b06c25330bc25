namespace HttpPerf;

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
