using System.Globalization;

namespace HttpPerf.Machine;

/// <summary>How many of this machine's ports for outgoing connections, the ephemeral ports, are unavailable.</summary>
/// <param name="Waiting">
/// Ports of closed connections in TIME_WAIT, held back until no packet of the connection can still be on its way.
/// </param>
/// <param name="InUse">Ports of open connections.</param>
/// <param name="Range">The number of ephemeral ports; 1 or more.</param>
internal sealed record PortUse(int Waiting, int InUse, int Range)
{
    /// <summary>
    /// Whether more than half of the ports are in TIME_WAIT. Linux gives connections every other port for as long as it can, and leaves the
    /// rest to programs that listen on any free port. Beyond half, listeners run short of ports first, and connections soon after.
    /// </summary>
    public bool MostWait => Waiting > Range / 2;

    /// <summary>
    /// Whether a connection error may mean a lack of ports. The same error also means that an address is not this machine's.
    /// </summary>
    public bool MostAreTaken => Waiting + InUse > Range / 2;

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"of this machine's {Range:#,0} ports for outgoing connections, {Waiting:#,0} ({100.0 * Waiting / Range:0} %) wait "
        + $"after closed ones (TIME_WAIT) and {InUse:#,0} are in use");
}
