using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using HttpPerf.Model.Faults;

namespace HttpPerf.Latency;

/// <summary>
/// A network whose latency can be set. Relays on loopback stand in front of servers and delay connecting and answers. Latency takes
/// effect for what begins after it was set. Thread-safe.
/// </summary>
internal sealed class VirtualNetwork : IDisposable
{
    private readonly ConcurrentDictionary<(string Host, int Port), Lazy<Relay>> _relays = [];
    private long _latency;

    /// <summary>Between clients and the APIs that are hosted for them; null in a process that doesn't measure their round trips.</summary>
    public static VirtualNetwork? OfClients { get; private set; }

    /// <summary>Between the APIs and the servers that they wait for; null in a process that doesn't measure their round trips.</summary>
    public static VirtualNetwork? OfServers { get; private set; }

    /// <summary>How long a round trip takes more than without the network; zero at first.</summary>
    public TimeSpan Latency
    {
        get => new(Interlocked.Read(ref _latency));
        set => Interlocked.Exchange(ref _latency, value.Ticks);
    }

    /// <summary>Its events so far.</summary>
    public NetworkJournal Journal { get; } = new();

    /// <summary>From now on, hosts hand out addresses of relays. Only for a process that measures nothing but round trips.</summary>
    public static VirtualNetwork EnableForClients() => OfClients = new();

    /// <summary>From now on, hosts give APIs addresses of relays. Only for a process that measures nothing but round trips.</summary>
    public static VirtualNetwork EnableForServers() => OfServers = new();

    /// <summary>Why round trips can't be measured on it; null if they can.</summary>
    public RoundTripObstacle? Obstacle { get; set; }

    /// <summary>The address at which a relay stands in front of a server on this machine.</summary>
    /// <param name="address">The server's.</param>
    public Uri Relay(Uri address) => new UriBuilder(address) { Port = PortFor(address.Host, address.Port) }.Uri;

    /// <summary>The port of this machine at which a relay stands in front of a server.</summary>
    /// <param name="host">The server's name or address.</param>
    /// <param name="port">The server's port.</param>
    /// <param name="name">The server's name; empty where there is only one.</param>
    public int PortFor(string host, int port, string name = "") =>
        _relays.GetOrAdd((host, port), server => new(() => new Relay(this, server.Host, server.Port, name))).Value.Port;

    /// <summary>Whether a relay stands in front of any server.</summary>
    public bool HasRelays => !_relays.IsEmpty;

    /// <summary>Replaces the ports of relays in a text by those of the servers behind them.</summary>
    public string WithoutRelays(string text) => _relays.Aggregate(text, (direct, relay) => Regex.Replace(
        direct,
        FormattableString.Invariant($@":{relay.Value.Value.Port}(?!\d)"),
        FormattableString.Invariant($":{relay.Key.Port}")));

    /// <summary>Whether a relay listens at a port.</summary>
    public bool HasRelayAt(int port) => _relays.Values.Any(relay => relay.Value.Port == port);

    public void Dispose()
    {
        foreach (var relay in _relays.Values)
            relay.Value.Dispose();
    }
}
