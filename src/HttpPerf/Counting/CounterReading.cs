namespace HttpPerf.Counting;

/// <summary>What one counter came to under one set of tags.</summary>
/// <param name="Name">The instrument's name, or one of our own, e.g. <c>http.client.connections.opened</c>; the server's begin with <c>server.</c>.</param>
/// <param name="Tags">The tags that it was reported with; none where it has none, or was known and never reported.</param>
/// <param name="Total">The sum over the stretch that was counted.</param>
internal sealed record CounterReading(string Name, IReadOnlyDictionary<string, string> Tags, double Total);

/// <summary>What was counted between a start and a stop.</summary>
/// <param name="Counted">Every counter that is known; one that didn't move has a single reading of 0 without tags.</param>
/// <param name="NotApplicable">Counters that can't be had here, and why: a name, or the beginning of names, ending in <c>*</c>.</param>
internal sealed record CounterReadings(IReadOnlyList<CounterReading> Counted, IReadOnlyDictionary<string, string> NotApplicable);

/// <summary>Counts what happens between a start and a stop. One stretch at a time.</summary>
internal interface ICounterSource
{
    Task Start(CancellationToken cancellation);

    Task<CounterReadings> Stop(CancellationToken cancellation);
}
