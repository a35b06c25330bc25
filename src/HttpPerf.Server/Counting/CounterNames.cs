namespace HttpPerf.Counting;

/// <summary>Names of counters that HttpPerf uses. docs/thresholds.md describes those that no .NET instrument has.</summary>
internal static class CounterNames
{
    /// <summary>Connections opened by HTTP clients of this process.</summary>
    public const string ConnectionsOpened = "http.client.connections.opened";

    /// <summary>Connections closed by HTTP clients. .NET does not report those that were opened before counting started.</summary>
    public const string ConnectionsClosed = "http.client.connections.closed";

    /// <summary>Requests sent by HTTP clients, including failed ones.</summary>
    public const string Requests = "http.client.requests";

    /// <summary>TLS handshakes completed by clients of this process, except over QUIC, for which .NET raises no event.</summary>
    public const string TlsHandshakes = "tls.handshakes";

    /// <summary>Sockets that this process connected.</summary>
    public const string SocketsConnected = "sockets.connected";

    /// <summary>The prefix of what this process' sockets transfer.</summary>
    public const string WirePrefix = "wire.";

    /// <summary>Bytes that this process' sockets sent, with headers and TLS; without QUIC, which doesn't use .NET's sockets.</summary>
    public const string WireBytesSent = "wire.bytesSent";

    /// <summary>Bytes that this process' sockets received, likewise.</summary>
    public const string WireBytesReceived = "wire.bytesReceived";

    /// <summary>Bytes of the bodies of successful responses of an API in memory, where nothing is on the wire.</summary>
    public const string BodyBytesReceived = "body.bytesReceived";

    /// <summary>How often a thread blocked until a task had ended.</summary>
    public const string ThreadsBlocked = "threads.blocked";

    /// <summary>Exceptions that were thrown, whether or not they were caught.</summary>
    public const string Exceptions = "dotnet.exceptions";

    /// <summary>Commands that were sent to databases.</summary>
    public const string DatabaseQueries = "database.queries";

    /// <summary>The tag of <see cref="DatabaseQueries"/> with the text, without values.</summary>
    public const string QueryTag = "query";

    /// <summary>The tag of <see cref="DatabaseQueries"/> with the line of the user's code that sends it.</summary>
    public const string LineTag = "line";

    /// <summary>The prefix of what operations leave behind.</summary>
    public const string RetainedPrefix = "retained.";

    /// <summary>File descriptors left open, those of sockets included; on Windows, handles.</summary>
    public const string RetainedHandles = "retained.handles";

    /// <summary>Sockets left open. Only Linux lists them.</summary>
    public const string RetainedSockets = "retained.sockets";

    /// <summary>Timers of .NET left active.</summary>
    public const string RetainedTimers = "retained.timers";

    /// <summary>Threads left running.</summary>
    public const string RetainedThreads = "retained.threads";

    /// <summary>DNS lookups, including failed ones.</summary>
    public const string DnsLookups = "dns.lookups";

    /// <summary>The prefix of every counter of the server's process.</summary>
    public const string ServerPrefix = "server.";

    /// <summary>Connections accepted by Kestrel.</summary>
    public const string ServerConnectionsAccepted = "server.connections.accepted";

    /// <summary>TLS handshakes completed by Kestrel, without those of HTTP clients inside the server.</summary>
    public const string ServerTlsHandshakes = "server.tls.handshakes";

    /// <summary>Requests completed by the server. Endpoints that opt out of metrics are not counted.</summary>
    public const string ServerRequests = "server.requests";

    /// <summary>Lines that the server's process wrote to its standard output and error, e.g. log lines.</summary>
    public const string ServerOutputLines = "server.output.lines";

    /// <summary>Garbage collections of generation 0 or higher in the server's process.</summary>
    public const string ServerGen0Collections = "server.gc.gen0";

    /// <summary>Garbage collections of generation 1 or higher in the server's process.</summary>
    public const string ServerGen1Collections = "server.gc.gen1";

    /// <summary>Garbage collections of generation 2 in the server's process.</summary>
    public const string ServerGen2Collections = "server.gc.gen2";

    /// <summary>Whether a counter is of what operations leave behind, in this process or in the server's.</summary>
    public static bool IsRetained(string name) =>
        name.StartsWith(RetainedPrefix, StringComparison.Ordinal)
        || name.StartsWith(ServerPrefix + RetainedPrefix, StringComparison.Ordinal);
}
