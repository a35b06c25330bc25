using HttpPerf.Counting;

namespace HttpPerf.Hosting;

/// <summary>Counts in a server that shares this process with its clients.</summary>
internal sealed class InProcessCounters(bool hasSockets) : ICounterSource
{
    public const string NoSockets = "requests go in memory, without sockets";

    private readonly ServerCounters _counters = new();

    public Task Start(CancellationToken cancellation) => _counters.Start(cancellation);

    public async Task<CounterReadings> Stop(CancellationToken cancellation)
    {
        var readings = (await _counters.Stop(cancellation).ConfigureAwait(false)).Without(
            "the server shares the process of its clients, whose collections can't be told from its own", "server.gc.*").Without(
            "the server shares the process of its clients, whose threads can't be told from its own", "server.threads.*");
        return hasSockets ? readings : readings.Without(NoSockets, "server.connections.*", "server.tls.*", "server.kestrel.*");
    }
}
