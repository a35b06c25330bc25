using System.Net;
using System.Net.Sockets;

namespace HttpPerf.Tests.Hosting;

internal static class Ports
{
    // Below the range from which systems hand out ports, or another test might be given it in the meantime.
    public static int FindFree()
    {
        int port;
        do
            port = Random.Shared.Next(10_000, 30_000);
        while (!IsFree(port));

        return port;
    }

    public static bool IsFree(int port)
    {
        try
        {
            using var listener = new TcpListener(IPAddress.Loopback, port);
            listener.Start();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
