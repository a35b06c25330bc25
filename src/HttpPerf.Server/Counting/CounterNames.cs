namespace HttpPerf.Counting;

/// <summary>
/// Names that are ours, because .NET publishes no instrument of that name: what each is made of. Any other name is an instrument's
/// own, of this process, or with <c>server.</c> before it, of the server's: a counter is the sum of what it was given, a histogram the
/// number of its recordings (and <c>.sum</c> after its name, the sum of their values), an observable counter its change. A gauge
/// counts nothing. Instruments of one name, in whatever meters, are one counter; their tags remain.
/// </summary>
internal static class CounterNames
{
    /// <summary>
    /// Connections that HTTP clients of this process opened: recordings of <c>http.client.connection.duration</c>, which come when
    /// one is closed, plus the change in <c>http.client.open_connections</c>. Tags: <c>url.scheme</c>, <c>server.address</c>,
    /// <c>server.port</c>, <c>network.peer.address</c>, <c>network.protocol.version</c> (<c>1.1</c>, <c>2</c> or <c>3</c>).
    /// </summary>
    public const string ConnectionsOpened = "http.client.connections.opened";

    /// <summary>
    /// Connections that HTTP clients closed: recordings of <c>http.client.connection.duration</c>, with its tags. One that was opened
    /// while nobody counted, such as during warm-up, has no such recording.
    /// </summary>
    public const string ConnectionsClosed = "http.client.connections.closed";

    /// <summary>
    /// Requests that HTTP clients sent, whatever became of them: recordings of <c>http.client.request.duration</c>, with its tags, such as
    /// <c>http.request.method</c>, <c>http.response.status_code</c>, <c>network.protocol.version</c>, <c>server.port</c>.
    /// </summary>
    public const string Requests = "http.client.requests";

    /// <summary>
    /// TLS handshakes that clients of this process completed: events <c>HandshakeStop</c> of <c>System.Net.Security</c>, those after a
    /// failure and those of a server left out. Tag: <c>tls.protocol.version</c> (<c>1.3</c>). A resumed session shakes hands too, and
    /// .NET's events don't tell it from a full handshake. QUIC's handshakes are its own and not seen.
    /// </summary>
    public const string TlsHandshakes = "tls.handshakes";

    /// <summary>
    /// Sockets of this process that connected, also outside HTTP: events <c>ConnectStop</c> of <c>System.Net.Sockets</c> less
    /// <c>ConnectFailed</c>. Accepted ones aren't among them. No tags.
    /// </summary>
    public const string SocketsConnected = "sockets.connected";

    /// <summary>
    /// Names looked up, failures among them: recordings of <c>dns.lookup.duration</c>. Tags: <c>dns.question.name</c>,
    /// and after a failure <c>error.type</c>.
    /// </summary>
    public const string DnsLookups = "dns.lookups";

    /// <summary>What every counter of the server's process begins with.</summary>
    public const string ServerPrefix = "server.";

    /// <summary>
    /// Connections that Kestrel accepted: recordings of <c>kestrel.connection.duration</c>, which come when one is closed, plus the change
    /// in <c>kestrel.active_connections</c>. Tags: <c>server.address</c>, <c>server.port</c>, <c>network.type</c>, <c>network.transport</c>.
    /// </summary>
    public const string ServerConnectionsAccepted = "server.connections.accepted";

    /// <summary>
    /// TLS handshakes that Kestrel completed, with <c>tls.protocol.version</c> and the tags of a connection: recordings of
    /// <c>kestrel.tls_handshake.duration</c> without <c>error.type</c>. Those that the server shakes as somebody's client aren't counted.
    /// </summary>
    public const string ServerTlsHandshakes = "server.tls.handshakes";

    /// <summary>
    /// Requests that the server finished: recordings of <c>http.server.request.duration</c>, with its tags, such as <c>http.route</c>,
    /// <c>http.request.method</c>, <c>http.response.status_code</c>. Endpoints that opt out of metrics have none.
    /// </summary>
    public const string ServerRequests = "server.requests";

    /// <summary>
    /// Bytes that the server's process allocated, on all of its threads. What it allocates to be counted is among them: about 50 B a
    /// request (216 B instead of 160 to 169 B, Kestrel over HTTP/1.1 on .NET 10, means of 500 requests, five times) and 3 KB altogether.
    /// </summary>
    public const string ServerAllocatedBytes = "server.allocated_bytes";

    /// <summary>Collections in the server's process of generation 0 or higher.</summary>
    public const string ServerGen0Collections = "server.gc.gen0";

    /// <summary>Collections in the server's process of generation 1 or higher.</summary>
    public const string ServerGen1Collections = "server.gc.gen1";

    /// <summary>Collections in the server's process of generation 2.</summary>
    public const string ServerGen2Collections = "server.gc.gen2";
}
