using HttpPerf.Server;

namespace HttpPerf.Hosting;

/// <summary>Which endpoints of the APIs the cases of a group reach.</summary>
/// <param name="hosts">The hosts that it uses.</param>
internal sealed class EndpointCoverage(UsedHosts hosts)
{
    private readonly Dictionary<string, ApiEndpoints> _found = [];

    /// <summary>By the name of the API; empty if nothing is known.</summary>
    public IReadOnlyDictionary<string, ApiEndpoints> Found => _found;

    /// <summary>Calls all cases, and notes which endpoints their requests reach. A server that doesn't answer is left out.</summary>
    /// <param name="call">Calls them.</param>
    public async Task Watch(Func<Task> call)
    {
        var watched = new List<ApiHost>();
        foreach (var host in hosts.Running)
            if (await Answers(host.WatchEndpointsAsync))
                watched.Add(host);
        await call();
        foreach (var host in watched)
            await Answers(async () =>
            {
                if (await host.FindEndpointsAsync() is { All.Count: > 0 } endpoints)
                    Add(host.Description.Split(' ')[0], endpoints);
            });
    }

    private void Add(string api, ApiEndpoints endpoints) => _found[api] = _found.TryGetValue(api, out var known)
        ? new([.. known.All.Union(endpoints.All)], [.. known.Matched.Union(endpoints.Matched)])
        : endpoints;

    private static async Task<bool> Answers(Func<Task> ask)
    {
        try
        {
            await ask();
            return true;
        }
        catch (HostException)
        {
            // One that has died is noticed by the case that calls it.
            return false;
        }
    }
}
