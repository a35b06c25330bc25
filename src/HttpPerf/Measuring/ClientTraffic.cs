using HttpPerf.Checking;
using HttpPerf.Latency;
using HttpPerf.Model.Faults;

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
            requests.HasHttp3 ? new RoundTripObstacle.NoTcp()
            : elsewhere.Count > 0 ? new RoundTripObstacle.OtherPort(elsewhere[0])
            : !network.Journal.HasTraffic ? new RoundTripObstacle.NothingSent()
            : null);
    }
}
