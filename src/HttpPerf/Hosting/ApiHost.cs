using HttpPerf.Counting;
using HttpPerf.Hosting.Child;
using HttpPerf.Latency;
using HttpPerf.Server;

namespace HttpPerf.Hosting;

/// <summary>A running API, and the means for clients to reach it. Thread-safe.</summary>
public abstract class ApiHost : IAsyncDisposable
{
    /// <summary>A process can't be kept from ending for longer.</summary>
    private static readonly TimeSpan ExitTimeout = TimeSpan.FromSeconds(5);

    private static readonly List<ApiHost> Alive = [];
    private static bool _isDisposedAtExit;
    private static long _uses;

    private readonly Lazy<Task> _stopping;
    private readonly ServerAddresses _addresses;
    private long _lastUse;

    /// <summary>For hosts of your own, e.g. of an API in a container. They run it elsewhere than in this process.</summary>
    /// <param name="description">See <see cref="Description"/>.</param>
    /// <param name="baseAddress">The API's HTTP address, or its HTTPS address if it has no other. Absolute.</param>
    /// <param name="secureAddress">The API's HTTPS address; null if it has none.</param>
    /// <exception cref="ArgumentException">An address is not absolute, or not for HTTP.</exception>
    protected ApiHost(string description, Uri baseAddress, Uri? secureAddress = null)
        : this(description, description, ServerAddresses.Of(baseAddress, secureAddress))
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(description);
    }

    private protected ApiHost(string description, string diagnostics, ServerAddresses addresses)
    {
        Description = description;
        Diagnostics = diagnostics;
        _addresses = addresses;
        _stopping = new(StopOnceAsync);
    }

    /// <summary>A snapshot of the hosts that run in or for this process, oldest first; empty if there are none.</summary>
    public static IReadOnlyList<ApiHost> Active
    {
        get
        {
            lock (Alive)
                return [.. Alive];
        }
    }

    /// <summary>The API's HTTP address, or its HTTPS address if it has no other. Absolute, with a trailing slash.</summary>
    public Uri BaseAddress => Used(Reached(_addresses.Base));

    /// <summary>The API's HTTPS address; null if it has none.</summary>
    public Uri? SecureAddress => Used(_addresses.Secure is { } secure ? Reached(secure) : null);

    /// <summary>
    /// All addresses for HTTP over TCP, in the order in which the server reports them: of an API that listens on several ports, more than
    /// <see cref="BaseAddress"/> and <see cref="SecureAddress"/>.
    /// </summary>
    public IReadOnlyList<Uri> Addresses => Used<IReadOnlyList<Uri>>([.. _addresses.All.Select(Reached)]);

    /// <summary>
    /// Which API this is and how it is hosted, e.g. <c>TargetApi on Kestrel in a child process (http://127.0.0.1:41234)</c>.
    /// </summary>
    public string Description { get; }

    /// <summary>
    /// One line about the start, e.g. <c>TargetApi listened after 412 ms (cold start), first response after 38 ms more</c>.
    /// </summary>
    public string Diagnostics { get; }

    /// <summary>Whether requests use real sockets. Without them, there are no connections or handshakes to count.</summary>
    public abstract bool HasSockets { get; }

    /// <summary>Why the API stopped: its exit code and the last lines of its output. Null as long as no failure is known.</summary>
    /// <remarks>A process takes a moment to end. After a failed request, use <see cref="FindFailureAsync"/>.</remarks>
    public virtual string? Failure => null;

    /// <summary>
    /// The last complete lines of the API's standard output and error: up to 200 lines and 128 KB, oldest first, separated by <c>\n</c>.
    /// Empty if there are none, or if the output can't be read.
    /// </summary>
    public virtual string Output => "";

    /// <summary>Starts the API, or connects to the one whose address is in the environment variable <c>HTTPPERF_BASE_ADDRESS</c>.</summary>
    /// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>.</typeparam>
    /// <param name="options">How to start the child process; null for the defaults. Ignored for an external server.</param>
    /// <param name="cancellationToken">Cancels the start; no process is left behind.</param>
    /// <returns>An <see cref="ExternalHost"/> if the variable is set, else a <see cref="ChildProcessHost"/>.</returns>
    /// <exception cref="HostException">The API did not start, or the external server did not respond.</exception>
    public static async Task<ApiHost> StartAsync<TEntryPoint>(
        ChildProcessOptions? options = null, CancellationToken cancellationToken = default)
        where TEntryPoint : class =>
        ExternalHost.ConfiguredAddress is { } address
            ? await ExternalHost.ConnectAsync(address, cancellationToken).ConfigureAwait(false)
            : await ChildProcessHost.StartAsync<TEntryPoint>(options, cancellationToken).ConfigureAwait(false);

    /// <summary>
    /// Creates a handler that reaches this API; the caller disposes it. If <see cref="HasSockets"/> is true, it is a
    /// <see cref="SocketsHttpHandler"/> that never uses a proxy and trusts only the certificate made for this host. Otherwise it is the
    /// test server's own handler.
    /// </summary>
    public abstract HttpMessageHandler CreateHandler();

    /// <summary>Creates a client with its own handler and this API's base address. The caller disposes it.</summary>
    /// <param name="secure">True to use <see cref="SecureAddress"/>; false, the default, to use <see cref="BaseAddress"/>.</param>
    /// <exception cref="HostException"><paramref name="secure"/> is true and the API has no HTTPS address.</exception>
    public HttpClient CreateClient(bool secure = false) => new(CreateHandler())
    {
        BaseAddress = !secure ? BaseAddress : SecureAddress ?? throw new HostException(
            $"{Description} has no HTTPS address. Leave out 'secure', or {WayToHttps}."),
    };

    /// <summary>Waits until a failure of the API is known. For use after a failed request, which may mean that the API has died.</summary>
    /// <param name="timeout">How long to wait, 0 or more; a process ends well within a second.</param>
    /// <returns><see cref="Failure"/> as soon as it is known, or null after <paramref name="timeout"/>.</returns>
    public virtual Task<string?> FindFailureAsync(TimeSpan timeout) => Task.FromResult(Failure);

    /// <summary>Stops the API if HttpPerf started it. Further calls wait for the same stop.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stopping.Value.ConfigureAwait(false);
        GC.SuppressFinalize(this);
    }

    /// <inheritdoc/>
    public override string ToString() => Description;

    /// <summary>How to get an HTTPS address, the end of a sentence.</summary>
    private protected virtual string WayToHttps => $"use a host that offers HTTPS, as {nameof(ChildProcessHost)} does";

    /// <summary>The server behind the host. Several hosts have the same one if two builds share it.</summary>
    internal virtual object Server => this;

    /// <summary>Whether the API runs in this process.</summary>
    internal virtual bool SharesProcess => false;

    /// <summary>The folders of the builds whose API this is, two if they share its process; empty if that is not known.</summary>
    internal virtual IReadOnlyCollection<string> Folders => [];

    /// <summary>Null if events in the API's process can't be counted.</summary>
    internal virtual ICounterSource? ServerCounters => null;

    /// <summary>Reads the usage of the API's process.</summary>
    internal virtual IUsageSource Usage => new NoUsage(UnreadUsage.ExternalServer);

    /// <summary>The unoptimized assemblies that the API's own process has loaded; none if it has no process of its own.</summary>
    /// <exception cref="HostException">The process doesn't respond.</exception>
    internal virtual Task<IReadOnlyList<UnoptimizedAssembly>> FindUnoptimizedAsync() =>
        Task.FromResult<IReadOnlyList<UnoptimizedAssembly>>([]);

    /// <summary>Tools that alter the code of the API's own process; none if it has no process of its own.</summary>
    /// <exception cref="HostException">The process doesn't respond.</exception>
    internal virtual Task<IReadOnlyList<CodeAlteration>> FindAlteredAsync() => Task.FromResult<IReadOnlyList<CodeAlteration>>([]);

    /// <summary>Notes from now on which endpoints requests reach. Does nothing if the API has no process of its own.</summary>
    /// <exception cref="HostException">The process doesn't respond.</exception>
    internal virtual Task WatchEndpointsAsync() => Task.CompletedTask;

    /// <summary>Ends <see cref="WatchEndpointsAsync"/>. Null if nothing was watched.</summary>
    /// <exception cref="HostException">The process doesn't respond.</exception>
    internal virtual Task<ApiEndpoints?> FindEndpointsAsync() => Task.FromResult<ApiEndpoints?>(null);

    /// <summary>The API's OpenAPI document; null if it has none, or no process of its own.</summary>
    /// <exception cref="HostException">The process doesn't respond, or the document can't be generated.</exception>
    internal virtual Task<string?> DescribeAsync() => Task.FromResult<string?>(null);

    /// <summary>
    /// The settings of the API with addresses of databases and other APIs that answered when this was first called; null if it has no
    /// process that is started here, so that its settings can't be replaced.
    /// </summary>
    /// <exception cref="HostException">
    /// The process doesn't respond, or <see cref="ChildProcessOptions.Dependencies"/> names a setting without an address.
    /// </exception>
    internal virtual Task<IReadOnlyList<AddressSetting>?> FindDependenciesAsync() =>
        Task.FromResult<IReadOnlyList<AddressSetting>?>(null);

    /// <summary>Marks the calls of a case in the trace of the API's process. Does nothing if it has no process of its own.</summary>
    /// <param name="command">One of <see cref="AgentCommands"/>.</param>
    /// <exception cref="HostException">The process doesn't respond.</exception>
    internal virtual Task MarkAsync(string command) => Task.CompletedTask;

    /// <summary>How often any host has been used, for <see cref="UsedSince"/>.</summary>
    internal static long Uses => Volatile.Read(ref _uses);

    /// <summary>The running hosts that have been used since then, one for each server.</summary>
    internal static IReadOnlyList<ApiHost> UsedSince(long uses) =>
        [.. Active.Where(host => Volatile.Read(ref host._lastUse) > uses).DistinctBy(host => host.Server)];

    /// <summary>Counts a request as a use of the host that it reaches, if any: its client may have been created long before.</summary>
    /// <param name="name">The requested host's name or address.</param>
    /// <param name="port">The requested port.</param>
    internal static void NoteRequest(string name, int port)
    {
        foreach (var host in Active.Where(host => host.IsAt(name, port)))
            host.NoteUse();
    }

    // Clients can reach a host only through one of these members, so their use shows which hosts a measurement uses.
    private protected T Used<T>(T something)
    {
        NoteUse();
        return something;
    }

    /// <summary>Where clients reach an address: at itself, unless round trips are measured.</summary>
    private Uri Reached(Uri address) =>
        VirtualNetwork.OfClients is { } network && HasSockets && address.IsLoopback ? network.Relay(address) : address;

    private void NoteUse() => Volatile.Write(ref _lastUse, Interlocked.Increment(ref _uses));

    private bool IsAt(string name, int port) =>
        _addresses.All.Any(address => address.Port == port && (address.Host == name || (address.IsLoopback && IsLoopback(name))));

    private static bool IsLoopback(string name) => new UriBuilder("http", name).Uri.IsLoopback;

    /// <summary>
    /// Hosts that are still active when this process exits are disposed of then: what an API in this process leaves behind, only its own
    /// stop removes. Handlers of the exit that are added later run later.
    /// </summary>
    internal static void DisposeAtExit()
    {
        if (!Interlocked.Exchange(ref _isDisposedAtExit, true))
            AppDomain.CurrentDomain.ProcessExit += (_, _) =>
                // Of one that can't be stopped, nothing more can be said.
                Task.WhenAny(Task.Run(() => Task.WhenAll(Active.Select(host => host.DisposeAsync().AsTask())))).Wait(ExitTimeout);
    }

    /// <summary>Lists a host in <see cref="Active"/> until it is disposed, at the latest when this process exits.</summary>
    /// <remarks>Constructors can't do that, because only fully constructed hosts may be listed.</remarks>
    /// <param name="host">The host, whose API listens.</param>
    /// <returns>The same host.</returns>
    protected static T Activate<T>(T host)
        where T : ApiHost
    {
        ArgumentNullException.ThrowIfNull(host);
        DisposeAtExit();
        lock (Alive)
            Alive.Add(host);

        return host;
    }

    /// <summary>Stops the API if this host started it. Called once.</summary>
    protected abstract Task StopAsync();

    private Task StopOnceAsync()
    {
        lock (Alive)
            Alive.Remove(this);

        return StopAsync();
    }
}
