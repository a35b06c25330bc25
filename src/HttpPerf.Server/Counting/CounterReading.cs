namespace HttpPerf.Counting;

/// <summary>The total of one counter under one set of tags.</summary>
/// <param name="Name">The instrument's name, or one of <see cref="CounterNames"/>. A server's counters start with <c>server.</c>.</param>
/// <param name="Tags">The tags it was reported with. Empty if it has no tags or was never reported.</param>
/// <param name="Total">The sum from start to stop.</param>
internal sealed record CounterReading(string Name, IReadOnlyDictionary<string, string> Tags, double Total)
{
    /// <summary>The reading of a counter that exists and did not change.</summary>
    public static CounterReading Unmoved(string name) => new(name, new Dictionary<string, string>(), 0);

    /// <summary>
    /// Merges readings into one per name and tag set, sorted by name, because instruments of different meters may share both. An
    /// <see cref="Unmoved"/> reading remains only if its counter has no other.
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

/// <summary>Counts between a start and a stop.</summary>
/// <param name="Counted">Every known counter. One that did not change has a single reading of 0 without tags.</param>
/// <param name="NotApplicable">
/// Why other counters are not available here. A key is a counter's name, or a prefix that ends in <c>*</c>.
/// </param>
internal sealed record CounterReadings(IReadOnlyList<CounterReading> Counted, IReadOnlyDictionary<string, string> NotApplicable)
{
    /// <summary>The instruments among the counters that are not applicable that failed when they were read; null for none.</summary>
    public IReadOnlyList<string>? Broken { get; init; }

    /// <summary>A copy in which the counters with these names are not applicable. A name that ends in <c>*</c> is a prefix.</summary>
    public CounterReadings Without(string reason, params string[] names) => new(
        [.. Counted.Where(reading => !names.Any(name => Matches(name, reading.Name)))],
        NotApplicable.Where(other => !names.Any(name => Matches(name, other.Key)))
            .Concat(names.Select(name => KeyValuePair.Create(name, reason)))
            .ToDictionary())
    {
        Broken = Broken,
    };

    /// <summary>The sum of all. A counter is not applicable only if none of them has it.</summary>
    public static CounterReadings Combine(IReadOnlyList<CounterReadings> all)
    {
        var counted = CounterReading.Combine(all.SelectMany(readings => readings.Counted));
        return new(counted, all
            .SelectMany(readings => readings.NotApplicable)
            .DistinctBy(other => other.Key)
            .Where(other => !counted.Any(reading => Matches(other.Key, reading.Name)))
            .ToDictionary())
        {
            Broken = all.SelectMany(readings => readings.Broken ?? []).Distinct().ToList() is { Count: > 0 } broken ? broken : null,
        };
    }

    /// <summary>Whether a counter has this name, or starts with it if it ends in <c>*</c>.</summary>
    public static bool Matches(string name, string counter) =>
        name.EndsWith('*') ? counter.StartsWith(name[..^1], StringComparison.Ordinal) : counter == name;
}

/// <summary>Counts events between <c>Start</c> and <c>Stop</c>, which must alternate.</summary>
internal interface ICounterSource
{
    Task Start(CancellationToken cancellation);

    Task<CounterReadings> Stop(CancellationToken cancellation);
}
