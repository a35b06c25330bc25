namespace HttpPerf.Counting;

/// <summary>What one counter came to under one set of tags.</summary>
/// <param name="Name">The instrument's name, or one of our own, e.g. <c>http.client.connections.opened</c>; the server's begin with <c>server.</c>.</param>
/// <param name="Tags">The tags that it was reported with; none where it has none, or was known and never reported.</param>
/// <param name="Total">The sum over the stretch that was counted.</param>
internal sealed record CounterReading(string Name, IReadOnlyDictionary<string, string> Tags, double Total)
{
    /// <summary>What a counter has that is known and didn't move.</summary>
    public static CounterReading Unmoved(string name) => new(name, new Dictionary<string, string>(), 0);

    /// <summary>
    /// One reading for each name and set of tags, by name: instruments of several meters may share both.
    /// Of a counter that moved, only what moved.
    /// </summary>
    public static IReadOnlyList<CounterReading> Combine(IEnumerable<CounterReading> readings) =>
        [.. from counter in readings.GroupBy(reading => reading.Name).OrderBy(counter => counter.Key, StringComparer.Ordinal)
            from reading in counter.GroupBy(reading => TagKey(reading.Tags)).Select(same => same.First() with { Total = same.Sum(r => r.Total) })
            where reading is not { Tags.Count: 0, Total: 0 } || counter.All(other => other.Tags.Count == 0)
            select reading];

    private static string TagKey(IReadOnlyDictionary<string, string> tags) =>
        string.Join('\0', tags.OrderBy(tag => tag.Key, StringComparer.Ordinal).Select(tag => $"{tag.Key}\0{tag.Value}"));
}

/// <summary>What was counted between a start and a stop.</summary>
/// <param name="Counted">Every counter that is known; one that didn't move has a single reading of 0 without tags.</param>
/// <param name="NotApplicable">Counters that can't be had here, and why: a name, or the beginning of names, ending in <c>*</c>.</param>
internal sealed record CounterReadings(IReadOnlyList<CounterReading> Counted, IReadOnlyDictionary<string, string> NotApplicable)
{
    /// <summary>The same, but counters of these names, or beginnings of names ending in <c>*</c>, can't be had.</summary>
    public CounterReadings Without(string reason, params string[] names) => new(
        [.. Counted.Where(reading => !names.Any(name => Matches(name, reading.Name)))],
        NotApplicable.Where(other => !names.Any(name => Matches(name, other.Key)))
            .Concat(names.Select(name => KeyValuePair.Create(name, reason)))
            .ToDictionary());

    /// <summary>The sum of all; what one of them has can be had.</summary>
    public static CounterReadings Combine(IReadOnlyList<CounterReadings> all)
    {
        var counted = CounterReading.Combine(all.SelectMany(readings => readings.Counted));
        return new(counted, all
            .SelectMany(readings => readings.NotApplicable)
            .DistinctBy(other => other.Key)
            .Where(other => !counted.Any(reading => Matches(other.Key, reading.Name)))
            .ToDictionary());
    }

    /// <summary>Whether a name, or the beginning of names, ending in <c>*</c>, means this one.</summary>
    public static bool Matches(string name, string counter) =>
        name.EndsWith('*') ? counter.StartsWith(name[..^1], StringComparison.Ordinal) : counter == name;
}

/// <summary>Counts what happens between a start and a stop. One stretch at a time.</summary>
internal interface ICounterSource
{
    Task Start(CancellationToken cancellation);

    Task<CounterReadings> Stop(CancellationToken cancellation);
}
