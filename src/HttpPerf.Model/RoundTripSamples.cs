using HttpPerf.Model.Faults;

namespace HttpPerf.Model;

/// <summary>The samples of a case's round trips: calls on a network with several latencies, in rounds.</summary>
/// <param name="Id">The case.</param>
/// <param name="Rounds">In each, a call with every latency, in random order.</param>
internal sealed record RoundTripSamples(CaseId Id, IReadOnlyList<LatencyRound> Rounds)
{
    /// <summary>Whether they are those that the API waits for.</summary>
    public bool IsOfServer { get; init; }

    /// <summary>How many operations a call has.</summary>
    public int OperationsPerCall { get; init; } = 1;

    /// <summary>Why round trips can't be measured here; null if they can.</summary>
    public RoundTripObstacle? Obstacle { get; init; }

    /// <summary>Why they could not be measured although they can, in sentences; null if they were.</summary>
    public string? Failure { get; init; }

    /// <summary>The latency of calls that have it once, in milliseconds.</summary>
    public double Latency { get; init; }

    /// <summary>The waits of a call, with latency.</summary>
    public IReadOnlyList<CallStep> Steps { get; init; } = [];

    /// <summary>How long a round trip took in that call, in milliseconds.</summary>
    public double LatencyOfSteps { get; init; }
}

/// <summary>Calls of a case with no latency, with some, and with twice as much.</summary>
/// <param name="None">Without latency.</param>
/// <param name="Once">With latency.</param>
/// <param name="Twice">With twice as much.</param>
internal readonly record struct LatencyRound(DelayedCall None, DelayedCall Once, DelayedCall Twice);

/// <param name="Time">How long the call took, in milliseconds.</param>
/// <param name="Latency">How long the delays of a round trip really took in it, on average, in milliseconds.</param>
internal readonly record struct DelayedCall(double Time, double Latency);

/// <summary>Something that a call waits for.</summary>
/// <param name="Name">E.g. <c>GET /orders</c>; <c>connect</c>; empty if it is not known.</param>
/// <param name="Start">When it begins, in milliseconds since the call did.</param>
/// <param name="End">When it ends.</param>
internal sealed record CallStep(string Name, double Start, double End);
