using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Security.Authentication;

namespace HttpPerf.Counting;

/// <summary>Counts what has no meter in .NET 10, in the whole process: sockets that connect, and TLS handshakes of clients.</summary>
internal sealed class ConnectionEvents : EventListener
{
    private const string Sockets = "System.Net.Sockets";
    private const string Security = "System.Net.Security";

    // The event at the end of a handshake doesn't say whose it was, but it is raised in the same asynchronous flow as the one at its start.
    private readonly AsyncLocal<bool> _isServer = new();
    private readonly ConcurrentDictionary<SslProtocols, long> _handshakes = [];
    private long _connected;

    public IEnumerable<CounterReading> Read() =>
    [
        CounterReading.Unmoved(CounterNames.SocketsConnected) with { Total = Volatile.Read(ref _connected) },
        CounterReading.Unmoved(CounterNames.TlsHandshakes),
        .. _handshakes.Select(protocol => new CounterReading(
            CounterNames.TlsHandshakes,
            new Dictionary<string, string> { ["tls.protocol.version"] = Version(protocol.Key) },
            protocol.Value)),
    ];

    // The base class calls this before the constructor's body, and again for every source made later.
    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name is Sockets or Security)
            EnableEvents(eventSource, EventLevel.Informational);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        switch (eventData.EventSource.Name, eventData.EventName)
        {
            // Raised after a failure too, right after ConnectFailed.
            case (Sockets, "ConnectStop"):
                Interlocked.Increment(ref _connected);
                break;
            case (Sockets, "ConnectFailed"):
                Interlocked.Decrement(ref _connected);
                break;
            case (Security, "HandshakeStart"):
                _isServer.Value = eventData.Payload is [true, ..];
                break;
            case (Security, "HandshakeStop") when !_isServer.Value:
                Count((SslProtocols)Convert.ToInt32(eventData.Payload![0], CultureInfo.InvariantCulture));
                break;
        }
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
