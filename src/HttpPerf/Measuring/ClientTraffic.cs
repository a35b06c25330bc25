using HttpPerf.Checking;
using HttpPerf.Latency;

namespace HttpPerf.Measuring;

/// <summary>Traffic of clients in this process.</summary>
/// <param name="network">Between them and the APIs.</param>
internal sealed class ClientTraffic(VirtualNetwork network) : INetworkTraffic
{
    public async Task<ObservedTraffic> Observe(Func<Task> call)
    {
        using var requests = new RequestListener();
        await requests.Observe(call);
        var elsewhere = requests.Ports.Where(port => !network.HasRelayAt(port)).ToList();
        return new(
            requests.Steps,
            requests.HasHttp3 ? "HTTP/3 doesn't use TCP connections, which are what is delayed"
            : elsewhere.Count > 0 ? $"requests go to port {elsewhere[0]}, which is not at an address that a host of HttpPerf hands out"
            : !network.Journal.HasTraffic ? "nothing is sent to an address that a host of HttpPerf hands out"
            : null);
    }
}
