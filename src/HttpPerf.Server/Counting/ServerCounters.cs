namespace HttpPerf.Counting;

/// <summary>Counts events in a server, from inside its process.</summary>
internal sealed class ServerCounters : ICounterSource
{
    private readonly ProcessCounters _process = new();
    private CounterReading[] _before = [];

    public async Task Start(CancellationToken cancellation)
    {
        await _process.Start(cancellation).ConfigureAwait(false);
        _before = Collected();
    }

    public async Task<CounterReadings> Stop(CancellationToken cancellation)
    {
        await _process.Settle(cancellation).ConfigureAwait(false);
        var collected = Collected().Zip(_before, (now, before) => now with { Total = now.Total - before.Total });
        var readings = await _process.Stop(cancellation).ConfigureAwait(false);
        var (counted, notApplicable) = readings;

        // Left out: with the prefix, handshakes that the server makes as a client would look like those that it accepts, and among the
        // bytes are those by which it is told to count.
        var own = counted
            .Where(reading => reading.Name != CounterNames.TlsHandshakes
                && !reading.Name.StartsWith(CounterNames.WirePrefix, StringComparison.Ordinal))
            .Select(reading => reading with { Name = Prefixed(reading.Name) });
        var derived = DerivedCounter.OfServer.SelectMany(counter => counter.From(counted));
        return new(
            CounterReading.Combine([.. own, .. derived, .. collected]),
            notApplicable.ToDictionary(other => Prefixed(other.Key), other => other.Value))
        {
            Broken = readings.Broken?.Select(Prefixed).ToList(),
        };
    }

    private static string Prefixed(string name) => CounterNames.ServerPrefix + name;

    private static CounterReading[] Collected() =>
    [
        CounterReading.Unmoved(CounterNames.ServerGen0Collections) with { Total = GC.CollectionCount(0) },
        CounterReading.Unmoved(CounterNames.ServerGen1Collections) with { Total = GC.CollectionCount(1) },
        CounterReading.Unmoved(CounterNames.ServerGen2Collections) with { Total = GC.CollectionCount(2) },
    ];
}
