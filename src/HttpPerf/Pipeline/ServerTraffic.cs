using System.Globalization;
using HttpPerf.Counting;
using HttpPerf.Hosting;
using HttpPerf.Latency;
using HttpPerf.Measuring;
using HttpPerf.Model.Faults;

namespace HttpPerf.Pipeline;

/// <summary>Traffic of the APIs that were started in child processes.</summary>
/// <param name="network">Between them and the servers that they wait for.</param>
internal sealed class ServerTraffic(VirtualNetwork network) : INetworkTraffic
{
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
        return new([], network.Obstacle ?? (network.HasRelays ? FindOther(counted) : new RoundTripObstacle.NoDependency()));
    }

    /// <summary>Requests to servers in front of which no relay stands.</summary>
    private RoundTripObstacle.OtherServer? FindOther(IEnumerable<CounterReading> counted) =>
        counted
            .Where(reading => reading is { Name: Sent, Total: > 0 } && !network.HasRelayAt(PortOf(reading)))
            .Select(reading => new RoundTripObstacle.OtherServer(
                $"{reading.Tags.GetValueOrDefault("url.scheme")}://"
                + $"{reading.Tags.GetValueOrDefault("server.address")}:{reading.Tags.GetValueOrDefault("server.port")}"))
            .FirstOrDefault();

    private static int PortOf(CounterReading reading) => int.Parse(reading.Tags["server.port"], CultureInfo.InvariantCulture);
}
