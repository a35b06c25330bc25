namespace HttpPerf.Counting;

/// <summary>Names of counters that no .NET instrument has. What each is made of: docs/counters.md.</summary>
internal static class CounterNames
{
    /// <summary>Connections that HTTP clients of this process opened.</summary>
    public const string ConnectionsOpened = "http.client.connections.opened";

    /// <summary>Connections that HTTP clients closed. .NET does not report those that were opened before counting started.</summary>
    public const string ConnectionsClosed = "http.client.connections.closed";

    /// <summary>Requests that HTTP clients sent, failed ones included.</summary>
    public const string Requests = "http.client.requests";

    /// <summary>TLS handshakes that clients of this process completed, except those of QUIC, for which .NET raises no event.</summary>
    public const string TlsHandshakes = "tls.handshakes";

    /// <summary>Sockets of this process that connected.</summary>
    public const string SocketsConnected = "sockets.connected";

    /// <summary>Names looked up, failures included.</summary>
    public const string DnsLookups = "dns.lookups";

    /// <summary>What every counter of the server's process begins with.</summary>
    public const string ServerPrefix = "server.";

    /// <summary>Connections that Kestrel accepted.</summary>
    public const string ServerConnectionsAccepted = "server.connections.accepted";

    /// <summary>TLS handshakes that Kestrel completed; not those of clients that the server uses.</summary>
    public const string ServerTlsHandshakes = "server.tls.handshakes";

    /// <summary>Requests that the server finished. Endpoints that opt out of metrics have none.</summary>
    public const string ServerRequests = "server.requests";

    /// <summary>Bytes that the server's process allocated on all of its threads; counting itself adds about 50 B a request.</summary>
    public const string ServerAllocatedBytes = "server.allocated_bytes";

    /// <summary>Collections in the server's process of generation 0 or higher.</summary>
    public const string ServerGen0Collections = "server.gc.gen0";

    /// <summary>Collections in the server's process of generation 1 or higher.</summary>
    public const string ServerGen1Collections = "server.gc.gen1";

    /// <summary>Collections in the server's process of generation 2.</summary>
    public const string ServerGen2Collections = "server.gc.gen2";
}
