using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Security.Authentication;

namespace HttpPerf.Counting;

/// <summary>
/// Counts what .NET 10 has no meter for, in the whole process: socket connections, bytes, TLS handshakes of clients, and blocked threads.
/// </summary>
internal sealed class EventCounts : EventListener
{
    private const string Sockets = "System.Net.Sockets";
    private const string Security = "System.Net.Security";
    private const string Tasks = "System.Threading.Tasks.TplEventSource";

    // HandshakeStop doesn't say whether the handshake was a client's or a server's, but it is raised in the same asynchronous flow as
    // HandshakeStart.
    private readonly AsyncLocal<bool> _isServer = new();
    private readonly ConcurrentDictionary<SslProtocols, long> _handshakes = [];
    private readonly SocketBytes _before = SocketBytes.Read();
    private long _connected;
    private long _blocked;

    public IEnumerable<CounterReading> Read() =>
    [
        CounterReading.Unmoved(CounterNames.SocketsConnected) with { Total = Volatile.Read(ref _connected) },
        .. BytesSinceStart(),
        CounterReading.Unmoved(CounterNames.ThreadsBlocked) with { Total = Volatile.Read(ref _blocked) },
        CounterReading.Unmoved(CounterNames.TlsHandshakes),
        .. _handshakes.Select(protocol => new CounterReading(
            CounterNames.TlsHandshakes,
            new Dictionary<string, string> { ["tls.protocol.version"] = Version(protocol.Key) },
            protocol.Value)),
    ];

    // The base class calls this before the constructor's body, and again for every event source that is created later.
    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name is Sockets or Security)
            EnableEvents(eventSource, EventLevel.Informational);
        else if (eventSource.Name == Tasks)
            EnableEvents(eventSource, EventLevel.Informational, TaskWait.Keywords);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        switch (eventData.EventSource.Name, eventData.EventName)
        {
            // Also raised after a failure, right after ConnectFailed.
            case (Sockets, "ConnectStop"):
                Interlocked.Increment(ref _connected);
                break;
            case (Sockets, "ConnectFailed"):
                Interlocked.Decrement(ref _connected);
                break;
            case (Tasks, TaskWait.Begin) when TaskWait.Blocks(eventData):
                Interlocked.Increment(ref _blocked);
                break;
            case (Security, "HandshakeStart"):
                _isServer.Value = eventData.Payload is [true, ..];
                break;
            case (Security, "HandshakeStop") when !_isServer.Value:
                Count((SslProtocols)Convert.ToInt32(eventData.Payload![0], CultureInfo.InvariantCulture));
                break;
        }
    }

    private IEnumerable<CounterReading> BytesSinceStart()
    {
        if (!SocketBytes.AreKnown)
            yield break;
        var (sent, received) = SocketBytes.Read();
        yield return CounterReading.Unmoved(CounterNames.WireBytesSent) with { Total = sent - _before.Sent };
        yield return CounterReading.Unmoved(CounterNames.WireBytesReceived) with { Total = received - _before.Received };
    }

    private static string Version(SslProtocols protocol) => protocol switch
    {
        SslProtocols.Tls12 => "1.2",
        SslProtocols.Tls13 => "1.3",
        _ => protocol.ToString(),
    };

    private void Count(SslProtocols protocol)
    {
        if (protocol is not SslProtocols.None)
            _handshakes.AddOrUpdate(protocol, 1, (_, count) => count + 1);
    }
}
