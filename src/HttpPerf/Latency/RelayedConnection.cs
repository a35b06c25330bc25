using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net.Sockets;
using HttpPerf.Machine;

namespace HttpPerf.Latency;

/// <summary>
/// A connection of a client, and one to the server that it is relayed to. Connecting takes a round trip, and whatever the server sends
/// arrives later by one. Parts of an answer don't wait for each other, so an answer takes one round trip however many parts it has,
/// unless the server waits for the client meanwhile.
/// </summary>
/// <param name="network">Whose latency it has.</param>
/// <param name="client">The client's end.</param>
/// <param name="destination">The server's name; empty where there is only one.</param>
internal sealed class RelayedConnection(VirtualNetwork network, Socket client, string destination) : IDisposable
{
    private const int BufferSize = 64 * 1024;

    private readonly Socket _server = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly BlockingCollection<Part> _answers = [];
    private NetworkJournal.Exchange? _exchange;

    /// <summary>Whether the client has sent something since the server did.</summary>
    private volatile bool _isAsked;

    public void Start(string host, int port)
    {
        var (accepted, latency) = (Stopwatch.GetTimestamp(), network.Latency);
        client.NoDelay = true;
        Relay.Start(() => Guard(() =>
        {
            var connecting = network.Journal.Begin("connect", accepted, destination);
            Delay(accepted, latency);
            network.Journal.AddDelay(accepted);
            connecting.End = Stopwatch.GetTimestamp();
            _server.Connect(host, port);
            Relay.Start(() => Guard(Receive));
            Relay.Start(() => Guard(Deliver));
            Forward();
        }));
    }

    public void Dispose()
    {
        client.Dispose();
        _server.Dispose();
    }

    /// <summary>Requests, as soon as they come.</summary>
    private void Forward()
    {
        var buffer = new byte[BufferSize];
        while (client.Receive(buffer) is > 0 and var count)
        {
            if (!_isAsked)
            {
                _exchange = network.Journal.Begin(NameOf(buffer.AsSpan(0, count)), Stopwatch.GetTimestamp(), destination);
                _isAsked = true;
            }

            Send(_server, buffer.AsSpan(0, count));
        }

        _server.Shutdown(SocketShutdown.Send);
    }

    private string NameOf(ReadOnlySpan<byte> bytes) =>
        RequestLine.Describe(bytes) is { Length: > 0 } request ? request
        // Bytes that can't be read as a request, after one that could, are its body, which the server has asked for.
        : RequestLine.IsRequest(_exchange?.Name) ? $"the body of {_exchange!.Name}"
        : destination.Length > 0 ? SqlStatement.Describe(bytes)
        : "";

    /// <summary>Answers, as soon as they come.</summary>
    private void Receive()
    {
        try
        {
            var buffer = new byte[BufferSize];
            while (_server.Receive(buffer) is > 0 and var count)
            {
                _answers.Add(new(buffer.AsSpan(0, count).ToArray(), Stopwatch.GetTimestamp(), network.Latency, _isAsked, _exchange));
                _isAsked = false;
            }
        }
        finally
        {
            _answers.CompleteAdding();
        }
    }

    /// <summary>Answers, each as much later as latency is.</summary>
    private void Deliver()
    {
        foreach (var part in _answers.GetConsumingEnumerable())
        {
            Delay(part.Received, part.Latency);
            // The rest of an answer may wait for the client to read.
            if (part.IsFirst)
                network.Journal.AddDelay(part.Received);
            if (part.Exchange is { } exchange)
                exchange.End = Stopwatch.GetTimestamp();
            Send(client, part.Bytes);
        }

        client.Shutdown(SocketShutdown.Send);
    }

    /// <summary>Blocks the thread until a round trip has passed.</summary>
    /// <param name="since">When it began, as of the stopwatch.</param>
    /// <param name="latency">How long it takes.</param>
    internal static void Delay(long since, TimeSpan latency)
    {
        if (latency <= TimeSpan.Zero)
            return;
        PreciseSleep.Prepare();
        PreciseSleep.Until(since + (long)(latency.TotalSeconds * Stopwatch.Frequency));
    }

    private static void Send(Socket socket, ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
            bytes = bytes[socket.Send(bytes)..];
    }

    /// <summary>An end that one side makes without notice is one for the other side too.</summary>
    private void Guard(Action work)
    {
        try
        {
            work();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            Dispose();
        }
    }

    /// <param name="Bytes">The bytes that the server has sent.</param>
    /// <param name="Received">When they came, as of the stopwatch.</param>
    /// <param name="Latency">How much later they arrive.</param>
    /// <param name="IsFirst">Whether an answer begins with them.</param>
    /// <param name="Exchange">The request that they answer; null if the server has begun.</param>
    private sealed record Part(
        byte[] Bytes, long Received, TimeSpan Latency, bool IsFirst, NetworkJournal.Exchange? Exchange);
}
