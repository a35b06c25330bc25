using System.Net.Sockets;
using HttpPerf.Model.Faults;

namespace HttpPerf.Machine;

/// <summary>
/// Keeps measurements from using up the machine's ports: pauses while most ports are in TIME_WAIT, and recognizes connections that failed
/// for lack of a port. One instance per group, because it sums up the group's pauses.
/// </summary>
/// <param name="look">Counts the ports, or returns null if a cheaper check shows that there is no need to.</param>
/// <param name="count">Counts the ports.</param>
/// <param name="clock">Measures how long a check takes, and waits.</param>
internal sealed class PortPacing(Func<PortUse?> look, Func<PortUse?> count, TimeProvider clock)
{
    private static readonly TimeSpan LooksApart = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    // TIME_WAIT lasts 15 s to 4 minutes, on Linux 1 minute. If most ports still wait after 2 minutes, they belong to newly closed
    // connections.
    private static readonly TimeSpan LongestWait = TimeSpan.FromMinutes(2);

    private long _lookedAt;
    private TimeSpan _nextLook;

    public PortPacing() : this(EphemeralPorts.Look, EphemeralPorts.Count, TimeProvider.System)
    {
    }

    /// <summary>The total length of all pauses.</summary>
    public TimeSpan Waited { get; private set; }

    /// <summary>
    /// Pauses until at most half of the ports are in TIME_WAIT. Call it between blocks; it checks at most ten times a second.
    /// </summary>
    /// <param name="pausing">Receives the reason, every few seconds during a pause.</param>
    /// <param name="cancellation">Ends a pause.</param>
    /// <exception cref="EnvironmentFailedException">Pauses of two minutes in total did not help.</exception>
    public ValueTask WaitForPorts(Action<string> pausing, CancellationToken cancellation)
    {
        if (clock.GetElapsedTime(_lookedAt) < _nextLook)
            return default;
        return LookNow() is { MostWait: true } use ? WaitForFewer(use, pausing, cancellation) : default;
    }

    /// <summary>Explains a failure that was caused by a lack of ports; null for any other failure.</summary>
    public Fault? Explain(Exception? failure)
    {
        for (; failure is not null; failure = failure.InnerException)
            // The error on Linux, on Windows, and on Windows with a full connection table.
            if (failure is SocketException
                {
                    SocketErrorCode: SocketError.AddressNotAvailable
                        or SocketError.AddressAlreadyInUse
                        or SocketError.NoBufferSpaceAvailable,
                } && count() is { MostAreTaken: true } use)
                return new Fault.PortsUsedUp($"{use}");
        return null;
    }

    private PortUse? LookNow()
    {
        var start = clock.GetTimestamp();
        var use = look();
        _lookedAt = clock.GetTimestamp();
        // A slow check may take up to a twentieth of the time.
        var took = clock.GetElapsedTime(start, _lookedAt) * 20;
        _nextLook = took > LooksApart ? took : LooksApart;
        return use;
    }

    private async ValueTask WaitForFewer(PortUse first, Action<string> pausing, CancellationToken cancellation)
    {
        for (var use = first; use is { MostWait: true }; use = LookNow())
        {
            if (Waited >= LongestWait)
                throw new EnvironmentFailedException(new Fault.PortsKeptWaiting(Waited, $"{use}"));
            pausing($"{use}; pausing until at most half of them wait");
            var start = clock.GetTimestamp();
            await Task.Delay(Pause, clock, cancellation);
            Waited += clock.GetElapsedTime(start);
        }
    }
}
