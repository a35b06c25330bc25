using HttpPerf.Latency;
using HttpPerf.Model.Faults;
using HttpPerf.Server;

namespace HttpPerf.Hosting.Child;

/// <summary>Starts APIs so that they reach databases and other APIs through relays of a network with latency.</summary>
internal static class RelayedStart
{
    /// <summary>Starts an API twice: its own configuration says which addresses to replace.</summary>
    /// <param name="network">The network that it reaches them through.</param>
    /// <param name="options">How to start it.</param>
    /// <param name="start">Starts it.</param>
    public static async Task<StartedServer> StartAsync(
        VirtualNetwork network, ChildProcessOptions options, Func<ChildProcessOptions, Task<StartedServer>> start)
    {
        var direct = await start(options).ConfigureAwait(false);
        var addresses = await FindAddressesAsync(direct.Process, options).ConfigureAwait(false);
        network.Obstacle ??= AddressSetting.FindObstacle(addresses);
        if (addresses.Count == 0 || network.Obstacle is not null)
            return direct;

        await direct.Process.StopAsync().ConfigureAwait(false);
        var relayed = addresses.ToDictionary(
            address => address.Key, address => address.ValueAt(network.PortFor(address.Host, address.Port, address.Key)));
        StartedServer server;
        try
        {
            server = await start(SettingVariables.With(options, relayed)).ConfigureAwait(false);
        }
        catch (HostException e)
        {
            throw new HostException(
                $"{e.Message} It was started with addresses of relays in its settings {string.Join(", ", relayed.Keys)}. If one of them is "
                + "not the address of a dependency, list the dependencies in ChildProcessOptions.Dependencies.",
                e);
        }

        var settings = await ReadAsync(server.Process).ConfigureAwait(false);
        if (relayed.Keys.FirstOrDefault(key => settings.GetValueOrDefault(key) != relayed[key]) is { } other)
            network.Obstacle = new RoundTripObstacle.FixedSetting(other);
        return server with { Options = options };
    }

    /// <summary>The settings of a running API with addresses at which anything listens.</summary>
    /// <exception cref="HostException">
    /// The process doesn't respond, or a setting that <see cref="ChildProcessOptions.Dependencies"/> names has no address.
    /// </exception>
    public static async Task<IReadOnlyList<AddressSetting>> FindAddressesAsync(ServerProcess process, ChildProcessOptions options)
    {
        var addresses = AddressSetting.Find(await ReadAsync(process).ConfigureAwait(false), options.Dependencies);
        var areUsed = await Task.WhenAll(addresses.Select(address => address.IsUsedAsync())).ConfigureAwait(false);
        return [.. addresses.Where((_, i) => areUsed[i])];
    }

    private static async Task<IReadOnlyDictionary<string, string>> ReadAsync(ServerProcess process)
    {
        var response = await process.RequestAsync(AgentCommands.ReadSettings, CancellationToken.None).ConfigureAwait(false);
        return new Dictionary<string, string>(
            response.Settings ?? throw new HostException("The agent in the server did not send its settings."),
            StringComparer.OrdinalIgnoreCase);
    }
}
