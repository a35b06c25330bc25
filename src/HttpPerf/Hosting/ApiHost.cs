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

    /// <summary>Where the API answers: its HTTP address, or its HTTPS address if it has no other. Absolute, with a trailing slash.</summary>
    public Uri BaseAddress => Used(field);

    /// <summary>Where the API answers over HTTPS; null where it doesn't.</summary>
    public Uri? SecureAddress => Used(field);

    /// <summary>Which API this is and how it is hosted, e.g. <c>TargetApi on Kestrel in a child process (http://127.0.0.1:41234)</c>.</summary>
    public string Description { get; }

    /// <summary>How the start went, in one line, e.g. <c>TargetApi listened after 412 ms (cold start), first response after 38 ms more</c>.</summary>
    public string Diagnostics { get; }

    /// <summary>Whether requests go through real sockets; without them, there are no connections or handshakes to count.</summary>
    public abstract bool HasSockets { get; }

    /// <summary>Why the API has stopped answering: its exit code and its last lines of output. Null while nothing is known to be wrong.</summary>
    /// <remarks>A dying process takes a moment to end; after a failed request, ask <see cref="FindFailureAsync"/>.</remarks>
    public virtual string? Failure => null;

    /// <summary>The last lines that the API wrote, up to 200, oldest first; empty where its output isn't seen.</summary>
    public virtual string Output => "";

    /// <summary>Starts the API, or connects to the one that the environment variable <c>HTTPPERF_BASE_ADDRESS</c> names.</summary>
    /// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>.</typeparam>
    /// <param name="options">How the child process is started; null for the defaults. An external server doesn't heed them.</param>
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
    /// <exception cref="HostException">HTTPS is asked of an API that doesn't offer it.</exception>
    public HttpClient CreateClient(bool secure = false) => new(CreateHandler())
    {
        BaseAddress = !secure ? BaseAddress : SecureAddress ?? throw new HostException(
            $"{Description} has no HTTPS address. Leave out 'secure', or use a host that offers HTTPS, as {nameof(ChildProcessHost)} does."),
    };

    /// <summary>Waits for what a failed request makes likely: that the API is found to have died.</summary>
    /// <param name="patience">How long to wait, 0 or more; a second is plenty for a process to end.</param>
    /// <returns><see cref="Failure"/> as soon as it is there, or null after <paramref name="patience"/>.</returns>
    public virtual Task<string?> FindFailureAsync(TimeSpan patience) => Task.FromResult(Failure);

    /// <summary>Stops the API, if it was started here. Calling it again waits for the same end.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stopping.Value.ConfigureAwait(false);
        GC.SuppressFinalize(this);
    }

    /// <inheritdoc/>
    public override string ToString() => Description;

    /// <summary>Counts what happens in the API's process; null where that can't be asked.</summary>
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

    // Nobody reaches a host without asking it for something first, so a measurement can tell to which hosts it belongs.
    private protected T Used<T>(T something)
    {
        Volatile.Write(ref _lastUse, Interlocked.Increment(ref _uses));
        return something;
    }

    // Only a host that is complete is worth listing, so constructors don't do this.
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
