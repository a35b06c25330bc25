using System.Net.Sockets;

namespace HttpPerf.Machine;

/// <summary>
/// Keeps measuring from using up the machine's ports: pauses it while most of them wait, and recognizes a connection that got none.
/// One for each group, because it sums up how long the group has paused.
/// </summary>
/// <param name="look">Counts, or returns null where a cheaper check shows that there is no need to.</param>
/// <param name="count">Counts.</param>
/// <param name="clock">Measures how long a look takes, and waits.</param>
internal sealed class PortPacing(Func<PortUse?> look, Func<PortUse?> count, TimeProvider clock)
{
    private const string Remedy =
        "Keep connections instead of opening one for each request, make fewer requests, or end what else connects here: "
        + "\"ss -tan\" shows it. "
        + "On Linux, net.ipv4.ip_local_port_range can be widened too.";

    private static readonly TimeSpan LooksApart = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    // Ports wait for 15 s to 4 minutes, on Linux for one. If most still wait after two, newly closed connections have taken them.
    private static readonly TimeSpan LongestWait = TimeSpan.FromMinutes(2);

    private long _lookedAt;
    private TimeSpan _nextLook;

    public PortPacing() : this(EphemeralPorts.Look, EphemeralPorts.Count, TimeProvider.System)
    {
    }

    /// <summary>How long it has paused altogether.</summary>
    public TimeSpan Waited { get; private set; }

    /// <summary>Pauses until at most half of the ports wait. To be called between blocks; looks ten times a second at most.</summary>
    /// <param name="pausing">Gets the reason, every few seconds of a pause.</param>
    /// <param name="cancellation">Ends a pause.</param>
    /// <exception cref="EnvironmentFailedException">Pausing for two minutes altogether didn't help.</exception>
    public ValueTask Pace(Action<string> pausing, CancellationToken cancellation)
    {
        if (clock.GetElapsedTime(_lookedAt) < _nextLook)
            return default;
        return LookNow() is { MostWait: true } use ? WaitForFewer(use, pausing, cancellation) : default;
    }

    /// <summary>Explains a failure that was caused by a lack of ports; null for any other.</summary>
    public string? Explain(Exception? failure)
    {
        for (; failure is not null; failure = failure.InnerException)
            // Linux', Windows', and Windows' where the table of connections is full.
            if (failure is SocketException
                {
                    SocketErrorCode: SocketError.AddressNotAvailable
                        or SocketError.AddressAlreadyInUse
                        or SocketError.NoBufferSpaceAvailable,
                } && count() is { MostAreTaken: true } use)
                return $"No port was left for a new connection: {use}. {Remedy}";
        return null;
    }

    private PortUse? LookNow()
    {
        var start = clock.GetTimestamp();
        var use = look();
        _lookedAt = clock.GetTimestamp();
        // Where looking takes long, it may take a twentieth of the time.
        var took = clock.GetElapsedTime(start, _lookedAt) * 20;
        _nextLook = took > LooksApart ? took : LooksApart;
        return use;
    }

    private async ValueTask WaitForFewer(PortUse first, Action<string> pausing, CancellationToken cancellation)
    {
        for (var use = first; use is { MostWait: true }; use = LookNow())
        {
            if (Waited >= LongestWait)
                throw new EnvironmentFailedException(
                    $"Measuring has paused for {Waited.TotalSeconds:0} s altogether, as long as it may, and most ports wait: {use}. "
                    + Remedy);
            pausing($"{use}; pausing until at most half of them wait");
            var start = clock.GetTimestamp();
            await Task.Delay(Pause, clock, cancellation);
            Waited += clock.GetElapsedTime(start);
        }
    }
}
