using HttpPerf.Counting;

namespace HttpPerf.Hosting;

/// <summary>Reads the usage of all servers' processes together.</summary>
/// <param name="hosts">The hosts that the measured code uses; may be empty.</param>
internal sealed class HostUsage(IReadOnlyList<ApiHost> hosts) : IUsageSource
{
    public UnreadUsage? Unread { get; } = hosts.Count == 0
        ? UnreadUsage.NoServer
        : hosts.Select(host => host.Usage.Unread).FirstOrDefault(unread => unread is not null);

    /// <exception cref="HostException">A server did not respond.</exception>
    public async Task<ProcessUsage> Read(CancellationToken cancellation) =>
        (await Task.WhenAll(hosts.Select(host => host.Usage.Read(cancellation))).ConfigureAwait(false)).Aggregate((a, b) => a + b);

    /// <exception cref="HostException">A server did not respond.</exception>
    public async Task<LiveState> Collect(CancellationToken cancellation) =>
        (await Task.WhenAll(hosts.Select(host => host.Usage.Collect(cancellation))).ConfigureAwait(false)).Aggregate((a, b) => a + b);

    /// <summary>
    /// How long the compilers of the servers have worked together, without those that can't be read. One that has died is noticed by the
    /// next call to it.
    /// </summary>
    public static async Task<TimeSpan> ReadCompilation(IReadOnlyList<ApiHost> hosts, CancellationToken cancellation)
    {
        var all = await Task.WhenAll(
            hosts.Select(host => host.Usage).Where(usage => usage.Unread is null).Select(Read)).ConfigureAwait(false);
        return all.Aggregate(TimeSpan.Zero, (sum, time) => sum + time);

        async Task<TimeSpan> Read(IUsageSource usage)
        {
            try
            {
                return (await usage.Read(cancellation).ConfigureAwait(false)).CompilationTime;
            }
            catch (HostException)
            {
                return TimeSpan.Zero;
            }
        }
    }
}

/// <summary>Of a server without a process of its own on this machine.</summary>
internal sealed class NoUsage(UnreadUsage unread) : IUsageSource
{
    public UnreadUsage? Unread => unread;

    public Task<ProcessUsage> Read(CancellationToken cancellation) => throw new NotSupportedException($"{unread}");

    public Task<LiveState> Collect(CancellationToken cancellation) => throw new NotSupportedException($"{unread}");
}
