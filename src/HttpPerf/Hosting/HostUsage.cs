using HttpPerf.Counting;

namespace HttpPerf.Hosting;

/// <summary>Reads what the processes of all servers have used together.</summary>
/// <param name="hosts">The hosts that the measured code uses; may be empty.</param>
internal sealed class HostUsage(IReadOnlyList<ApiHost> hosts) : IUsageSource
{
    public string? Objection { get; } = hosts.Count == 0
        ? "no API that HttpPerf hosts is used"
        : hosts.Select(host => host.Usage.Objection).FirstOrDefault(objection => objection is not null);

    /// <exception cref="HostException">A server did not respond.</exception>
    public async Task<ProcessUsage> Read(CancellationToken cancellation) =>
        (await Task.WhenAll(hosts.Select(host => host.Usage.Read(cancellation))).ConfigureAwait(false)).Aggregate((a, b) => a + b);
}

/// <summary>Of a server without a process of its own on this machine.</summary>
internal sealed class NoUsage(string objection) : IUsageSource
{
    public string Objection => objection;

    public Task<ProcessUsage> Read(CancellationToken cancellation) => throw new NotSupportedException(objection);
}
