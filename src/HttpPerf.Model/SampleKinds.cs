namespace HttpPerf.Model;

/// <summary>The kinds of samples of a case. Each is taken in a part of an epoch of its own.</summary>
[Flags]
internal enum SampleKinds
{
    None = 0,

    /// <summary>Times in rounds, which all cases of the group share.</summary>
    Times = 1,

    /// <summary>Bytes in windows.</summary>
    Bytes = 2,

    /// <summary>Processor time and collections in solo runs.</summary>
    Costs = 4,

    /// <summary>Counters in solo runs of their own.</summary>
    Counters = 8,

    /// <summary>The server's bytes in windows.</summary>
    ServerBytes = 16,

    /// <summary>Network round trips, in a process of its own.</summary>
    RoundTrips = 32,

    /// <summary>The state that calls leave behind, in windows between full collections.</summary>
    Retained = 64,

    /// <summary>The server's network round trips, in a process of its own.</summary>
    ServerRoundTrips = 128,

    /// <summary>All that is sampled whether limits need it or not.</summary>
    All = Times | Bytes | Costs | Counters | ServerBytes,
}
