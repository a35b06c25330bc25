using System.Net.Sockets;

namespace HttpPerf.PerfTests;

/// <summary>Makes connections as .NET does, and counts them and what comes over them.</summary>
internal sealed class CountedConnections
{
    private long _bytesRead;
    private int _opened;

    public int Opened => Volatile.Read(ref _opened);

    public long BytesRead => Interlocked.Read(ref _bytesRead);

    public async ValueTask<Stream> Connect(SocketsHttpConnectionContext context, CancellationToken cancellation)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(context.DnsEndPoint, cancellation);
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        Interlocked.Increment(ref _opened);
        return new Counted(this, socket);
    }

    private sealed class Counted(CountedConnections counts, Socket socket) : NetworkStream(socket, ownsSocket: true)
    {
        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            var read = await base.ReadAsync(buffer, cancellationToken);
            Interlocked.Add(ref counts._bytesRead, read);
            return read;
        }
    }
}
