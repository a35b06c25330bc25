using System.Globalization;
using HttpPerf.Counting;
using HttpPerf.Hosting;
using HttpPerf.Latency;
using HttpPerf.Measuring;

namespace HttpPerf.Pipeline;

/// <summary>Traffic of the APIs that were started in child processes.</summary>
/// <param name="network">Between them and what they wait for.</param>
internal sealed class ServerTraffic(VirtualNetwork network) : INetworkTraffic
{
    /// <summary>Why most APIs have no round trips to count.</summary>
    public const string WithoutDependencies = "no setting of its API is the address of a database or another API over TCP";

    private const string Sent = CounterNames.ServerPrefix + "http.client.request.duration";

    public async Task<ObservedTraffic> Observe(Func<Task> call)
    {
        var servers = ApiHost.Active.DistinctBy(host => host.Server).Select(host => host.ServerCounters).OfType<ICounterSource>().ToList();
        foreach (var server in servers)
            await server.Start(CancellationToken.None);
        await call();
        var counted = new List<CounterReading>();
        foreach (var server in servers)
            counted.AddRange((await server.Stop(CancellationToken.None)).Counted);
        return new([], network.Objection
            ?? (network.HasRelays ? FindElsewhere(counted) : WithoutDependencies));
    }

    /// <summary>Requests to servers in front of which no relay stands.</summary>
    private string? FindElsewhere(IEnumerable<CounterReading> counted) =>
        counted
            .Where(reading => reading is { Name: Sent, Total: > 0 } && !network.HasRelayAt(PortOf(reading)))
            .Select(reading =>
                $"the API also sends requests to {reading.Tags.GetValueOrDefault("url.scheme")}://"
                + $"{reading.Tags.GetValueOrDefault("server.address")}:{reading.Tags.GetValueOrDefault("server.port")}, in front of which "
                + "no relay can stand: its address is in no setting, or it uses TLS")
            .FirstOrDefault();

    private static int PortOf(CounterReading reading) => int.Parse(reading.Tags["server.port"], CultureInfo.InvariantCulture);
}
