using HttpPerf.Counting;

namespace HttpPerf.Hosting;

/// <summary>A running API, and how clients reach it. Safe to use from several threads at once.</summary>
public abstract class ApiHost : IAsyncDisposable
{
    private static readonly List<ApiHost> Alive = [];
    private static long _uses;

    private readonly Lazy<Task> _stopping;
    private long _lastUse;

    private protected ApiHost(string description, string diagnostics, Uri baseAddress, Uri? secureAddress)
    {
        Description = description;
        Diagnostics = diagnostics;
        BaseAddress = baseAddress;
        SecureAddress = secureAddress;
        _stopping = new(StopOnceAsync);
    }

    /// <summary>The hosts that run in or for this process, oldest first: a snapshot, empty when there are none.</summary>
    public static IReadOnlyList<ApiHost> Active
    {
        get
        {
            lock (Alive)
                return [.. Alive];
        }
    }

    /// <summary>
    /// Where the API answers: its HTTP address, or its HTTPS address if it has no other. Absolute, with a trailing slash.
    /// </summary>
    public Uri BaseAddress => Used(field);

    /// <summary>Where the API answers over HTTPS; null where it doesn't.</summary>
    public Uri? SecureAddress => Used(field);

    /// <summary>
    /// Which API this is and how it is hosted, e.g. <c>TargetApi on Kestrel in a child process (http://127.0.0.1:41234)</c>.
    /// </summary>
    public string Description { get; }

    /// <summary>
    /// How the start went, in one line, e.g. <c>TargetApi listened after 412 ms (cold start), first response after 38 ms more</c>.
    /// </summary>
    public string Diagnostics { get; }

    /// <summary>Whether requests go through real sockets; without them, there are no connections or handshakes to count.</summary>
    public abstract bool HasSockets { get; }

    /// <summary>
    /// Why the API has stopped answering: its exit code and its last lines of output. Null while nothing is known to be wrong.
    /// </summary>
    /// <remarks>A process takes a moment to end; after a failed request, use <see cref="FindFailureAsync"/>.</remarks>
    public virtual string? Failure => null;

    /// <summary>
    /// The last whole lines that the API wrote to its standard output and error: up to 200 lines and 128 KB, oldest first, separated by
    /// <c>\n</c>. Empty if it wrote none, and where its output can't be read.
    /// </summary>
    public virtual string Output => "";

    /// <summary>Starts the API, or connects to the one that the environment variable <c>HTTPPERF_BASE_ADDRESS</c> names.</summary>
    /// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>.</typeparam>
    /// <param name="options">How the child process is started; null for the defaults. Ignored where an external server is used.</param>
    /// <param name="cancellationToken">Abandons the start; nothing stays behind.</param>
    /// <returns>An <see cref="ExternalHost"/> if the variable is set, else a <see cref="ChildProcessHost"/>.</returns>
    /// <exception cref="HostException">The API did not start, or the external server did not answer.</exception>
    public static async Task<ApiHost> StartAsync<TEntryPoint>(
        ChildProcessOptions? options = null, CancellationToken cancellationToken = default)
        where TEntryPoint : class =>
        ExternalHost.ConfiguredAddress is { } address
            ? await ExternalHost.ConnectAsync(address, cancellationToken).ConfigureAwait(false)
            : await ChildProcessHost.StartAsync<TEntryPoint>(options, cancellationToken).ConfigureAwait(false);

    /// <summary>
    /// A new handler that reaches this API: a <see cref="SocketsHttpHandler"/> where <see cref="HasSockets"/>, never through a proxy,
    /// and trusting the certificate made for this host and no other; else the test server's own. The caller disposes it.
    /// </summary>
    public abstract HttpMessageHandler CreateHandler();

    /// <summary>A new client, with a handler of its own, whose base address is this API's. The caller disposes it.</summary>
    /// <param name="secure">Whether to use <see cref="SecureAddress"/>; by default <see cref="BaseAddress"/>.</param>
    /// <exception cref="HostException"><paramref name="secure"/> is true and the API has no HTTPS address.</exception>
    public HttpClient CreateClient(bool secure = false) => new(CreateHandler())
    {
        BaseAddress = !secure ? BaseAddress : SecureAddress ?? throw new HostException(
            $"{Description} has no HTTPS address. Leave out 'secure', or use a host that offers HTTPS, " +
            $"as {nameof(ChildProcessHost)} does."),
    };

    /// <summary>Waits until the API is found to have died, which a failed request makes likely.</summary>
    /// <param name="timeout">How long to wait, 0 or more; a process ends well within a second.</param>
    /// <returns><see cref="Failure"/> as soon as it is known, or null after <paramref name="timeout"/>.</returns>
    public virtual Task<string?> FindFailureAsync(TimeSpan timeout) => Task.FromResult(Failure);

    /// <summary>Stops the API, if it was started here. Further calls wait for the same stop.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stopping.Value.ConfigureAwait(false);
        GC.SuppressFinalize(this);
    }

    /// <inheritdoc/>
    public override string ToString() => Description;

    /// <summary>Counts what happens in the API's process; null where that isn't possible.</summary>
    internal virtual ICounterSource? ServerCounters => null;

    /// <summary>How often any host has been used, for <see cref="UsedSince"/>.</summary>
    internal static long Uses => Volatile.Read(ref _uses);

    /// <summary>The running hosts that have been used since; all, if none has, because their clients may have been made before.</summary>
    internal static IReadOnlyList<ApiHost> UsedSince(long uses)
    {
        var active = Active;
        var used = active.Where(h => Volatile.Read(ref h._lastUse) > uses).ToList();
        return used.Count > 0 ? used : active;
    }

    // No client reaches a host without one of its members, so this tells which hosts a measurement uses.
    private protected T Used<T>(T something)
    {
        Volatile.Write(ref _lastUse, Interlocked.Increment(ref _uses));
        return something;
    }

    // Constructors don't do this, because only complete hosts may be listed.
    private protected static T Activate<T>(T host)
        where T : ApiHost
    {
        lock (Alive)
            Alive.Add(host);

        return host;
    }

    private protected abstract Task StopAsync();

    private Task StopOnceAsync()
    {
        lock (Alive)
            Alive.Remove(this);

        return StopAsync();
    }
}
