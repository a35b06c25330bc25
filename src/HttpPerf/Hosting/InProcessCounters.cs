using HttpPerf.Counting;

namespace HttpPerf.Hosting;

/// <summary>Counts in a server that shares this process with its clients.</summary>
internal sealed class InProcessCounters(bool hasSockets) : ICounterSource
{
    public const string NoSockets = "requests go in memory, without sockets";

    private static readonly (string What, string Names)[] Common =
    [
        ("collections", "server.gc.*"),
        ("threads", "server.threads.*"),
        ("exceptions", CounterNames.ServerPrefix + CounterNames.Exceptions),
        ("output", "server.output.*"),
    ];

    private readonly ServerCounters _counters = new();

    public Task Start(CancellationToken cancellation) => _counters.Start(cancellation);

    public async Task<CounterReadings> Stop(CancellationToken cancellation)
    {
        var readings = await _counters.Stop(cancellation).ConfigureAwait(false);
        foreach (var (what, names) in Common)
            readings = readings.Without($"the server shares the process of its clients, whose {what} can't be told from its own", names);
        if (hasSockets)
            return readings.Without("the server's clients are in the same process", "server.http.client.*", "server.sockets.*");
        return readings.Without(NoSockets, "server.connections.*", "server.tls.*", "server.kestrel.*");
    }
}
