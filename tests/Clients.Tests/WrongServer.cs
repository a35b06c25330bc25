using System.Net;
using System.Net.Sockets;
using System.Text;

namespace HttpPerf.Clients.Tests;

/// <summary>Answers every request with what it is told to, and keeps connections open.</summary>
internal sealed class WrongServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private volatile byte[] _response = [];

    public WrongServer()
    {
        _listener.Start();
        _ = Accept();
    }

    public Uri Url => new($"http://{_listener.LocalEndpoint}/");

    public void Answer(string status, string body) => _response = Encoding.ASCII.GetBytes(
        $"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {body.Length}\r\n\r\n{body}");

    public void Dispose() => _listener.Dispose();

    private async Task Accept()
    {
        try
        {
            while (true)
                _ = Serve(await _listener.AcceptSocketAsync());
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // It is disposed.
        }
    }

    private async Task Serve(Socket socket)
    {
        using var _ = socket;
        var buffer = new byte[4096];
        try
        {
            for (var length = 0; await socket.ReceiveAsync(buffer.AsMemory(length)) is > 0 and var read;)
            {
                length += read;
                if (!buffer.AsSpan(0, length).EndsWith("\r\n\r\n"u8))
                    continue;
                length = 0;
                await socket.SendAsync(_response);
            }
        }
        catch (SocketException)
        {
            // The client has closed the connection.
        }
    }
}
