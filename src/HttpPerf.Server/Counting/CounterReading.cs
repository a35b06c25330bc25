namespace HttpPerf.Counting;

/// <summary>The total of one counter under one set of tags.</summary>
/// <param name="Name">The instrument's name, or one of <see cref="CounterNames"/>; the server's begin with <c>server.</c>.</param>
/// <param name="Tags">The tags that it was reported with; none where it has none, or exists and was never reported.</param>
/// <param name="Total">The sum from start to stop.</param>
internal sealed record CounterReading(string Name, IReadOnlyDictionary<string, string> Tags, double Total)
{
    /// <summary>The reading of a counter that exists and did not change.</summary>
    public static CounterReading Unmoved(string name) => new(name, new Dictionary<string, string>(), 0);

    /// <summary>
    /// One reading for each name and set of tags, sorted by name: instruments of several meters may share both.
    /// <see cref="Unmoved"/> readings remain only of counters that have no other.
    /// </summary>
    public static IReadOnlyList<CounterReading> Combine(IEnumerable<CounterReading> readings) =>
        [.. from counter in readings.GroupBy(reading => reading.Name).OrderBy(counter => counter.Key, StringComparer.Ordinal)
            from same in counter.GroupBy(reading => TagKey(reading.Tags))
            let reading = same.First() with { Total = same.Sum(other => other.Total) }
            where reading is not { Tags.Count: 0, Total: 0 } || counter.All(other => other.Tags.Count == 0)
            select reading];

    private static string TagKey(IReadOnlyDictionary<string, string> tags) =>
        string.Join('\0', tags.OrderBy(tag => tag.Key, StringComparer.Ordinal).Select(tag => $"{tag.Key}\0{tag.Value}"));
}

/// <summary>What was counted between a start and a stop.</summary>
/// <param name="Counted">Every counter that exists; one that did not change has a single reading of 0 without tags.</param>
/// <param name="NotApplicable">Why other counters are not available here, by name or by the beginning of names, ending in <c>*</c>.</param>
internal sealed record CounterReadings(IReadOnlyList<CounterReading> Counted, IReadOnlyDictionary<string, string> NotApplicable)
{
    /// <summary>The same without counters of these names, or beginnings of names ending in <c>*</c>, which become not applicable.</summary>
    public CounterReadings Without(string reason, params string[] names) => new(
        [.. Counted.Where(reading => !names.Any(name => Matches(name, reading.Name)))],
        NotApplicable.Where(other => !names.Any(name => Matches(name, other.Key)))
            .Concat(names.Select(name => KeyValuePair.Create(name, reason)))
            .ToDictionary());

    /// <summary>The sum of all. A counter is not applicable only where none of them has it.</summary>
    public static CounterReadings Combine(IReadOnlyList<CounterReadings> all)
    {
        var counted = CounterReading.Combine(all.SelectMany(readings => readings.Counted));
        return new(counted, all
            .SelectMany(readings => readings.NotApplicable)
            .DistinctBy(other => other.Key)
            .Where(other => !counted.Any(reading => Matches(other.Key, reading.Name)))
            .ToDictionary());
    }

    /// <summary>Whether a counter has this name, or a name that begins like one that ends in <c>*</c>.</summary>
    public static bool Matches(string name, string counter) =>
        name.EndsWith('*') ? counter.StartsWith(name[..^1], StringComparison.Ordinal) : counter == name;
}

/// <summary>Counts what happens between a start and a stop, which alternate.</summary>
internal interface ICounterSource
{
    Task Start(CancellationToken cancellation);

    Task<CounterReadings> Stop(CancellationToken cancellation);
}
