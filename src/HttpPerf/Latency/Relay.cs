using System.Net;
using System.Net.Sockets;

namespace HttpPerf.Latency;

/// <summary>
/// Accepts connections on loopback and relays them to a server. Threads of its own block on sockets, so that a pool that is busy or
/// blocked with the clients' work delays nothing.
/// </summary>
internal sealed class Relay : IDisposable
{
    private const int StackSize = 256 * 1024;

    private readonly VirtualNetwork _network;
    private readonly string _host;
    private readonly int _port;
    private readonly string _name;
    private readonly Socket[] _listeners;

    public Relay(VirtualNetwork network, string host, int port, string name)
    {
        (_network, _host, _port, _name) = (network, host, port, name);
        var first = Listen(IPAddress.Loopback, 0)!;
        Port = ((IPEndPoint)first.LocalEndPoint!).Port;
        // Clients of "localhost" may try IPv6 first.
        _listeners = [.. new[] { first, Socket.OSSupportsIPv6 ? Listen(IPAddress.IPv6Loopback, Port) : null }.OfType<Socket>()];
        foreach (var listener in _listeners)
            Start(() => Accept(listener));
    }

    /// <summary>Where it listens.</summary>
    public int Port { get; }

    public void Dispose()
    {
        foreach (var listener in _listeners)
            listener.Dispose();
    }

    internal static void Start(Action work) =>
        new Thread(() => work(), StackSize) { IsBackground = true, Name = "HttpPerf relay" }.UnsafeStart();

    private static Socket? Listen(IPAddress address, int port)
    {
        var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(address, port));
            socket.Listen();
            return socket;
        }
        catch (SocketException) when (port != 0)
        {
            socket.Dispose();
            return null;
        }
    }

    private void Accept(Socket listener)
    {
        try
        {
            while (true)
                new RelayedConnection(_network, listener.Accept(), _name).Start(_host, _port);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // It has been disposed of.
        }
    }
}
