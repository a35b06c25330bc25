using HttpPerf.Counting;

namespace HttpPerf.Model;

/// <summary>A counter of which no change should add anything without anybody noticing.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Growth">How messages describe a case that counts more than an earlier build; {0} is by how many.</param>
/// <param name="Cause">The cause to look for, as a sentence.</param>
internal sealed record ComparedCounter(string Name, string Growth, string Cause)
{
    /// <summary>Calls of equal code differ by so many events by their timing: whether a task has ended before it is waited for.</summary>
    private const double ByTiming = 0.05;

    private const string Blocked =
        "Look for Result, Wait() or GetAwaiter().GetResult() on a task that has not ended, and await it instead.";

    private const string Queried = "Look for a query in a loop or lazy loading: one query with Include or a join reads it all.";

    private const string Opened = "Look for a client, a response, a stream or a file that is not disposed.";

    private const string Timed = "Look for a timer, or a CancellationTokenSource with a timeout, that is not disposed.";

    private const string Started = "Look for a thread that is started in a call and doesn't end.";

    private const string Thrown = "Look for an exception that is thrown and caught in every call.";

    private static readonly ComparedCounter[] All =
    [
        new(
            CounterNames.ConnectionsOpened,
            "opens {0} more connections per operation than",
            "Look for a client or handler that is made for every call, and for responses that are not read to their end."),
        new(
            CounterNames.Requests,
            "sends {0} more requests per operation than",
            "Look for a request in a loop, a retry or a redirect."),
        new(
            CounterNames.TlsHandshakes,
            "makes {0} more TLS handshakes per operation than",
            "Look for connections that are not kept."),
        new(CounterNames.WireBytesSent, "sends {0} more than", "Look for additions to requests: headers, cookies, fields of the body.")
        {
            AllowedShare = 0.01,
        },
        new(
            CounterNames.WireBytesReceived,
            "receives {0} more than",
            "Look for additions to responses: fields, rows, headers, or a body that is no longer compressed.")
        {
            AllowedShare = 0.01,
        },
        new(CounterNames.BodyBytesReceived, "receives {0} more than", "Look for additions to responses: fields or rows.")
        {
            AllowedShare = 0.01,
        },
        new(CounterNames.ThreadsBlocked, "blocks a thread {0} more times per operation than", Blocked)
        {
            Allowed = ByTiming,
            AllowedShare = 0.2,
        },
        new(CounterNames.Exceptions, "throws {0} more exceptions per operation than", Thrown) { Allowed = ByTiming },
        // In the process of the tests there may be an API of which this library knows nothing.
        new(CounterNames.DatabaseQueries, "sends {0} more queries to a database per operation than", Queried),
        new(
            CounterNames.ServerPrefix + CounterNames.DatabaseQueries,
            "makes its server send {0} more queries to a database per operation than",
            Queried),
        new(
            CounterNames.ServerPrefix + CounterNames.Requests,
            "makes its server send {0} more requests per operation than",
            "Look for a request in a loop, or an answer that is no longer cached."),
        new(
            CounterNames.ServerPrefix + CounterNames.SocketsConnected,
            "makes its server open {0} more connections per operation than",
            "Look for a client or a database connection that is made for every request and not pooled."),
        new(
            CounterNames.ServerPrefix + CounterNames.ThreadsBlocked,
            "blocks a thread of its server {0} more times per operation than",
            Blocked)
        {
            Allowed = ByTiming,
            AllowedShare = 0.2,
        },
        new(
            CounterNames.ServerPrefix + CounterNames.Exceptions,
            "makes its server throw {0} more exceptions per operation than",
            Thrown)
        {
            Allowed = ByTiming,
        },
        new(
            CounterNames.ServerOutputLines,
            "makes its server write {0} more lines per operation than",
            "Look for a log level such as Debug that was left on in appsettings.json, and for new log lines.")
        {
            Allowed = ByTiming,
        },
        new(CounterNames.RetainedSockets, "leaves {0} more sockets open per operation than", Opened),
        new(CounterNames.RetainedHandles, "leaves {0} more handles open per operation than", Opened),
        new(CounterNames.RetainedTimers, "leaves {0} more timers active per operation than", Timed),
        new(CounterNames.RetainedThreads, "leaves {0} more threads running per operation than", Started),
        new(
            CounterNames.ServerPrefix + CounterNames.RetainedSockets,
            "makes its server leave {0} more sockets open per operation than",
            Opened),
        new(
            CounterNames.ServerPrefix + CounterNames.RetainedHandles,
            "makes its server leave {0} more handles open per operation than",
            Opened),
        new(
            CounterNames.ServerPrefix + CounterNames.RetainedTimers,
            "makes its server leave {0} more timers active per operation than",
            Timed),
        new(
            CounterNames.ServerPrefix + CounterNames.RetainedThreads,
            "makes its server leave {0} more threads running per operation than",
            Started),
    ];

    /// <summary>The names of all.</summary>
    public static IEnumerable<string> Names => All.Select(counter => counter.Name);

    /// <summary>How many events per operation it may count more.</summary>
    private double Allowed { get; init; }

    /// <summary>How many more beyond that, as a share of the earlier build's.</summary>
    private double AllowedShare { get; init; }

    /// <summary>Null for a counter that is not among them, and for a part of its tags.</summary>
    public static ComparedCounter? Find(CounterSelection? counter) =>
        counter is { Tags.Count: 0 } ? All.FirstOrDefault(known => known.Name == counter.Name) : null;

    /// <summary>By how much it may grow without an entry in the file.</summary>
    /// <param name="before">The earlier build's count per operation.</param>
    public double AllowanceFor(double before) => Allowed + (AllowedShare * before);
}
