using System.Buffers.Text;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace HttpPerf.PerfTests;

/// <summary>
/// A client that does nothing but write one request and read its response, each call over a free connection. It understands what the API
/// answers to a GET, and refuses everything else.
/// </summary>
internal sealed class RawConnections(Uri address) : IDisposable
{
    private readonly byte[] _request = Encoding.ASCII.GetBytes($"GET {address.PathAndQuery} HTTP/1.1\r\nHost: {address.Authority}\r\n\r\n");
    private readonly ConcurrentStack<Connection> _free = [];

    public async Task<string> Get()
    {
        if (!_free.TryPop(out var connection))
            connection = await Connection.Open(address);
        var body = await connection.Get(_request);
        // A connection whose request failed is not used again.
        _free.Push(connection);
        return body;
    }

    public void Dispose()
    {
        while (_free.TryPop(out var connection))
            connection.Dispose();
    }

    private sealed class Connection(Socket socket) : IDisposable
    {
        private readonly byte[] _buffer = new byte[4096];

        public static async Task<Connection> Open(Uri address)
        {
            var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            try
            {
                await socket.ConnectAsync(new DnsEndPoint(address.Host, address.Port));
            }
            catch
            {
                socket.Dispose();
                throw;
            }

            return new Connection(socket);
        }

        public async Task<string> Get(byte[] request)
        {
            await socket.SendAsync(request);
            var length = 0;
            while (true)
            {
                var read = await socket.ReceiveAsync(_buffer.AsMemory(length));
                if (read == 0)
                    throw new HttpRequestException($"The connection was closed after {length} bytes of a response.");
                length += read;
                if (FindBody(_buffer.AsSpan(0, length)) is { } body)
                    return Encoding.ASCII.GetString(_buffer.AsSpan(body));
            }
        }

        public void Dispose() => socket.Dispose();

        /// <summary>Null while the response is incomplete.</summary>
        private static Range? FindBody(ReadOnlySpan<byte> response)
        {
            var head = response.IndexOf("\r\n\r\n"u8);
            if (head < 0)
                return null;
            if (!response.StartsWith("HTTP/1.1 200 "u8))
                throw new HttpRequestException($"The answer is {Encoding.ASCII.GetString(response[..response.IndexOf("\r\n"u8)])}.");

            var body = head + 4;
            if (!Utf8Parser.TryParse(After(response[..head], "\r\nContent-Length: "u8), out int length, out _))
                throw new HttpRequestException("The response doesn't say how long it is.");
            return response.Length >= body + length ? body..(body + length) : null;
        }

        private static ReadOnlySpan<byte> After(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name) =>
            text.IndexOf(name) is >= 0 and var at ? text[(at + name.Length)..] : default;
    }
}
