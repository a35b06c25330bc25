using System.Globalization;

namespace HttpPerf.Machine;

/// <summary>How many of this machine's ports for outgoing connections, the ephemeral ones, can't be had.</summary>
/// <param name="Waiting">Ports of closed connections, held back until no packet of theirs can be on its way any more (TIME_WAIT).</param>
/// <param name="InUse">Ports of connections that are not closed.</param>
/// <param name="Range">How many there are; 1 or more.</param>
internal sealed record PortUse(int Waiting, int InUse, int Range)
{
    /// <summary>
    /// Whether more than half of them wait. Linux gives connections every other port for as long as it can, and leaves the rest to
    /// programs that listen on any port. Beyond half, these run short first, and connections soon after.
    /// </summary>
    public bool MostWait => Waiting > Range / 2;

    /// <summary>Whether a connection that got no port may have found none, instead of an address that isn't this machine's.</summary>
    public bool MostAreTaken => Waiting + InUse > Range / 2;

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"of this machine's {Range:#,0} ports for outgoing connections, {Waiting:#,0} ({100.0 * Waiting / Range:0} %) wait "
        + $"after closed ones (TIME_WAIT) and {InUse:#,0} are in use");
}
