namespace HttpPerf;

/// <summary>The unit of a metric's values.</summary>
public enum Unit
{
    /// <summary>Bytes per operation.</summary>
    Bytes,

    /// <summary>Nanoseconds per operation.</summary>
    Nanoseconds,

    /// <summary>A multiple of the baseline's value; 1 means equal.</summary>
    Ratio,

    /// <summary>Events per 1,000 operations.</summary>
    PerThousandOperations,

    /// <summary>Events per second.</summary>
    PerSecond,

    /// <summary>Events per operation.</summary>
    PerOperation,

    /// <summary>Network round trips per operation.</summary>
    RoundTrips,
}
