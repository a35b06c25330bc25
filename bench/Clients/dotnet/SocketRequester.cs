using System.Buffers.Text;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace HttpPerf.Clients.Dotnet;

/// <summary>A socket that writes the same bytes each time, and reads what the server of the table answers to them.</summary>
internal sealed class SocketRequester : IRequester
{
    private readonly byte[] _buffer = new byte[4096];
    private readonly byte[] _request;
    private readonly Uri _url;
    private Socket _socket = null!;

    private SocketRequester(Uri url)
    {
        _url = url;
        _request = Encoding.ASCII.GetBytes($"GET {url.PathAndQuery} HTTP/1.1\r\nHost: {url.Authority}\r\n\r\n");
    }

    public static async Task<SocketRequester> Connect(Uri url)
    {
        var requester = new SocketRequester(url);
        await requester.Connect();
        return requester;
    }

    public async Task Get()
    {
        try
        {
            if (!_socket.Connected)
                await Connect();
            await _socket.SendAsync(_request);
            await Read();
        }
        catch
        {
            // The rest of this answer must not be read as the next one.
            _socket.Dispose();
            throw;
        }
    }

    public void Dispose() => _socket.Dispose();

    private async Task Connect()
    {
        _socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await _socket.ConnectAsync(new DnsEndPoint(_url.Host, _url.Port));
    }

    private async ValueTask Read()
    {
        for (var length = 0; ;)
        {
            var read = await _socket.ReceiveAsync(_buffer.AsMemory(length));
            if (read == 0)
                throw new HttpRequestException("the connection was closed");
            length += read;
            if (IsComplete(_buffer.AsSpan(0, length)))
                return;
        }
    }

    private static bool IsComplete(ReadOnlySpan<byte> response)
    {
        var head = response.IndexOf("\r\n\r\n"u8);
        if (head < 0)
            return false;
        if (!response.StartsWith("HTTP/1.1 200 "u8))
            throw new HttpRequestException($"the status line '{Encoding.ASCII.GetString(response[..response.IndexOf("\r\n"u8)])}'");
        var name = "\r\nContent-Length: "u8;
        if (response[..head].IndexOf(name) is not (>= 0 and var at)
            || !Utf8Parser.TryParse(response[(at + name.Length)..], out int bytes, out _))
            throw new HttpRequestException("no Content-Length");

        var body = response[(head + 4)..];
        if (body.Length < bytes)
            return false;
        return body.SequenceEqual("Hello, World!"u8)
            ? true
            : throw new HttpRequestException($"the body '{Encoding.ASCII.GetString(body)}'");
    }
}
