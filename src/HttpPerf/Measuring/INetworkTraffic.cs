using HttpPerf.Model;
using HttpPerf.Model.Faults;

namespace HttpPerf.Measuring;

/// <summary>Watches a call for traffic outside of the network that delays it.</summary>
internal interface INetworkTraffic
{
    /// <param name="call">Makes the call.</param>
    Task<ObservedTraffic> Observe(Func<Task> call);
}

/// <param name="Requests">Those that the network can't name by itself.</param>
/// <param name="Obstacle">Why the round trips of the call can't be measured there; null if they can.</param>
internal sealed record ObservedTraffic(IReadOnlyList<CallStep> Requests, RoundTripObstacle? Obstacle);
