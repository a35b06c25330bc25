namespace HttpPerf.Counting;

/// <summary>One of <see cref="CounterNames"/>, summed from the readings of one or more instruments.</summary>
internal sealed record DerivedCounter(string Name, params string[] Instruments)
{
    /// <summary>Counters of this process. An instrument that doesn't exist yet counts as 0, because nothing has happened.</summary>
    public static readonly IReadOnlyList<DerivedCounter> OfProcess =
    [
        new(CounterNames.ConnectionsOpened, "http.client.connection.duration", "http.client.open_connections")
        {
            Tags = ["url.scheme", "server.address", "server.port", "network.peer.address", "network.protocol.version"],
        },
        new(CounterNames.ConnectionsClosed, "http.client.connection.duration"),
        new(CounterNames.Requests, "http.client.request.duration"),
        new(CounterNames.DnsLookups, "dns.lookup.duration"),
    ];

    /// <summary>Counters of a server. Only Kestrel reports connections.</summary>
    public static readonly IReadOnlyList<DerivedCounter> OfServer =
    [
        new(CounterNames.ServerConnectionsAccepted, "kestrel.connection.duration", "kestrel.active_connections")
        {
            Tags = ["server.address", "server.port", "network.type", "network.transport"],
        },
        new(CounterNames.ServerTlsHandshakes, "kestrel.tls_handshake.duration") { Except = "error.type" },
        new(CounterNames.ServerRequests, "http.server.request.duration"),
    ];

    /// <summary>The tags that all instruments have in common; null to keep all tags of a single instrument.</summary>
    public IReadOnlyList<string>? Tags { get; init; }

    /// <summary>A tag whose presence excludes a reading.</summary>
    public string? Except { get; init; }

    /// <summary>The readings of this counter; none if its instruments have none.</summary>
    public IEnumerable<CounterReading> From(IEnumerable<CounterReading> counted) =>
        from reading in counted
        where Instruments.Contains(reading.Name)
        let isExcluded = Except is not null && reading.Tags.ContainsKey(Except)
        select isExcluded ? CounterReading.Unmoved(Name) : new(Name, Common(reading.Tags), reading.Total);

    private IReadOnlyDictionary<string, string> Common(IReadOnlyDictionary<string, string> tags) =>
        Tags is null ? tags : tags.Where(tag => Tags.Contains(tag.Key)).ToDictionary();
}
