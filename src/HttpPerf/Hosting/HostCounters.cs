using HttpPerf.Counting;
using HttpPerf.Judging;

namespace HttpPerf.Hosting;

/// <summary>Counts on both sides at once: in this process, where the clients are, and in their servers.</summary>
internal sealed class HostCounters : ICounterSource
{
    private readonly IReadOnlyList<ApiHost> _hosts;
    private readonly ICountedBuild? _build;
    private readonly ProcessCounters _clients = new();
    private readonly (ApiHost Host, ICounterSource Counters)[] _servers;

    private HostCounters(IReadOnlyList<ApiHost> hosts, ICountedBuild? build)
    {
        _hosts = hosts;
        _build = build;
        // All hosts in this process would count the same process, so only one of them does. If any host can't count, the sum is unknown.
        _servers = hosts.Any(host => host.ServerCounters is null) ? [] :
        [
            .. hosts.OrderByDescending(host => host.HasSockets)
                .DistinctBy(host => host.SharesProcess ? typeof(HostCounters) : (object)host)
                .Select(host => (host, host.ServerCounters!)),
        ];
    }

    /// <param name="hosts">The hosts that the measured code uses; may be empty.</param>
    /// <param name="build">The build of the case that is measured; null where there is only one.</param>
    public static ICounterSource For(IReadOnlyList<ApiHost> hosts, ICountedBuild? build = null) => new HostCounters(hosts, build);

    /// <exception cref="HostException">A server could not start counting.</exception>
    public async Task Start(CancellationToken cancellation)
    {
        await Task.WhenAll(_servers.Select(server => server.Counters.Start(cancellation))).ConfigureAwait(false);
        await _clients.Start(cancellation).ConfigureAwait(false);
    }

    /// <exception cref="HostException">A server did not return its counts.</exception>
    public async Task<CounterReadings> Stop(CancellationToken cancellation)
    {
        var clients = await _clients.Stop(cancellation).ConfigureAwait(false);
        var servers = await Task.WhenAll(_servers.Select(server => server.Counters.Stop(cancellation))).ConfigureAwait(false);
        if (_build is not null)
        {
            clients = _build.WithoutLacking(clients, "");
            servers = [.. servers.Zip(_servers, (counted, server) => OfBuild(_build, counted, server.Host))];
        }

        if (!HasSockets)
            clients = clients.Without(InProcessCounters.NoSockets, "http.client.*", "tls.*", "sockets.*", "wire.*", "dns.*");
        else if (_hosts.Any(host => host is { SharesProcess: true, HasSockets: true }))
            clients = clients.Without("the server's sockets are in the same process", CounterNames.WirePrefix + "*");

        if (_hosts.Any(host => host.SharesProcess))
            clients = clients.Without("those of the server are in the same process", CounterNames.DatabaseQueries);

        var all = CounterReadings.Combine([clients, .. servers]);
        return servers.Length > 0 ? all : all.Without(
            FaultText.Describe(_hosts.Count > 0 ? UnreadUsage.ExternalServer : UnreadUsage.NoServer),
            CounterNames.ServerPrefix + "*");
    }

    private CounterReadings OfBuild(ICountedBuild build, CounterReadings counted, ApiHost host) =>
        host.SharesProcess ? build.WithoutLacking(counted, CounterNames.ServerPrefix)
        : build.HasNotStarted(host, _hosts) ? build.WithoutAll(counted)
        : counted;

    // Without a host, it is unknown how requests are sent.
    private bool HasSockets => _hosts.Count == 0 || _hosts.Any(host => host.HasSockets);
}
