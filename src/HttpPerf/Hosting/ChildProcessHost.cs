using HttpPerf.Counting;
using HttpPerf.Hosting.Child;
using HttpPerf.Server;

namespace HttpPerf.Hosting;

/// <summary>
/// An API on Kestrel in its own process, so that its allocations and collections aren't counted with those of its clients. The API needs no
/// change. It stops when this process ends, for whatever reason.
/// </summary>
public sealed class ChildProcessHost : ApiHost
{
    private readonly StartedServer _server;
    private readonly IServers _servers;
    private readonly Lazy<Task<IReadOnlyList<AddressSetting>>> _dependencies;

    private ChildProcessHost(StartedServer server, IServers servers)
        : base(
            $"{server.Assembly.Name} on Kestrel in a child process ({server.Addresses.Base.GetLeftPart(UriPartial.Authority)})",
            server.Times.Describe(server.Assembly.Name)
                + (ContentRoots.FindNote(server.Assembly.Name, server.Assembly.Folder) is { } note ? $"; {note}" : ""),
            server.Addresses)
    {
        (_server, _servers) = (server, servers);
        _dependencies = new(() => RelayedStart.FindAddressesAsync(server.Process, server.Options));
        KnownApis.Note(server);
    }

    /// <summary>The operating system's id of the API's process.</summary>
    public int ProcessId => _server.Process.Id;

    /// <summary>
    /// Whether this was the first start of an API by this process. For later starts, the operating system has the API's files in its cache.
    /// </summary>
    public bool IsColdStart => _server.Times.IsCold;

    /// <summary>The time from starting the process until the API listened.</summary>
    public TimeSpan TimeToListen => _server.Times.ToListen;

    /// <summary>
    /// The time from then to the first response, to <c>HEAD /</c>, with any status; null if there was no response within 10 s.
    /// </summary>
    public TimeSpan? TimeToFirstResponse => _server.Times.ToFirstResponse;

    /// <summary>Always true.</summary>
    public override bool HasSockets => true;

    /// <inheritdoc/>
    public override string? Failure => _server.Process.Failure;

    /// <inheritdoc/>
    public override string Output => _server.Process.Output.ToString();

    /// <summary>Starts the servers of all hosts from now on: code of users starts hosts, wherever it wants.</summary>
    internal static IServers Servers { get; set; } = new OwnServers();

    /// <summary>The ids of the processes that run, a snapshot: another process may get the id of one that has ended.</summary>
    internal static IEnumerable<int> Processes() =>
        Active.OfType<ChildProcessHost>().Where(h => !h._server.Process.HasEnded).Select(h => h.ProcessId);

    /// <summary>This API, to be started anew.</summary>
    internal StartableApi Api => new(_server.Assembly, _server.Options);

    /// <summary>The folder of the API's assembly.</summary>
    internal string Folder => _server.Assembly.Folder;

    /// <summary>Where the API finds its files.</summary>
    internal string? ContentRoot => _server.Process.ContentRoot;

    /// <summary>The name of the API's assembly.</summary>
    internal string Name => _server.Assembly.Name;

    internal override IReadOnlyCollection<string> Folders => _servers.FoldersOf(_server);

    internal override ICounterSource ServerCounters => new ChildCounters(_server.Process);

    internal override IUsageSource Usage => new ChildUsage(_server.Process);

    internal override async Task<IReadOnlyList<UnoptimizedAssembly>> FindUnoptimizedAsync() =>
        (await _server.Process.RequestAsync(AgentCommands.FindUnoptimized, CancellationToken.None).ConfigureAwait(false)).Unoptimized
            ?? throw new HostException("The agent in the server did not send which of its code is unoptimized.");

    internal override Task WatchEndpointsAsync() => _server.Process.RequestAsync(AgentCommands.WatchEndpoints, CancellationToken.None);

    internal override async Task<ApiEndpoints?> FindEndpointsAsync() =>
        (await _server.Process.RequestAsync(AgentCommands.FindEndpoints, CancellationToken.None).ConfigureAwait(false)).Endpoints;

    internal override async Task<string?> DescribeAsync() =>
        (await _server.Process.RequestAsync(AgentCommands.Describe, CancellationToken.None).ConfigureAwait(false)).Description;

    internal override async Task<IReadOnlyList<AddressSetting>?> FindDependenciesAsync() =>
        await _dependencies.Value.ConfigureAwait(false);

    internal override async Task<IReadOnlyList<CodeAlteration>> FindAlteredAsync() =>
        (await _server.Process.RequestAsync(AgentCommands.FindAltered, CancellationToken.None).ConfigureAwait(false)).Altered
            ?? throw new HostException("The agent in the server sent nothing about profilers and JIT settings.");

    internal override Task MarkAsync(string command) => _server.Process.RequestAsync(command, CancellationToken.None);

    /// <summary>Starts the API that contains a type, on 127.0.0.1, with HTTP, and with HTTPS if its builder allows it.</summary>
    /// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>.</typeparam>
    /// <param name="options">How to start the API; null for the defaults.</param>
    /// <param name="cancellationToken">Cancels the start; no process is left behind.</param>
    /// <returns>The host, listening.</returns>
    /// <exception cref="HostException">
    /// The API ended or did not listen in time. The message includes the last lines of its output.
    /// </exception>
    public static new Task<ChildProcessHost> StartAsync<TEntryPoint>(
        ChildProcessOptions? options = null, CancellationToken cancellationToken = default)
        where TEntryPoint : class =>
        StartAsync(ServerAssembly.Containing(typeof(TEntryPoint)), options ?? new(), cancellationToken);

    /// <summary>Starts a built API, on 127.0.0.1, with HTTP, and with HTTPS if its builder allows it.</summary>
    /// <param name="assemblyPath">The path of the API's <c>.dll</c>, next to its <c>.runtimeconfig.json</c>.</param>
    /// <param name="options">How to start the API; null for the defaults.</param>
    /// <param name="cancellationToken">Cancels the start; no process is left behind.</param>
    /// <returns>The host, listening.</returns>
    /// <exception cref="HostException">
    /// The API ended or did not listen in time. The message includes the last lines of its output.
    /// </exception>
    public static Task<ChildProcessHost> StartAsync(
        string assemblyPath, ChildProcessOptions? options = null, CancellationToken cancellationToken = default) =>
        StartAsync(ServerAssembly.Open(assemblyPath), options ?? new(), cancellationToken);

    /// <inheritdoc/>
    public override HttpMessageHandler CreateHandler() => SocketHandlers.Trusting(_server.Certificate);

    /// <inheritdoc/>
    public override async Task<string?> FindFailureAsync(TimeSpan timeout)
    {
        await _server.Process.WaitForEndAsync(timeout).ConfigureAwait(false);
        return Failure;
    }

    private protected override string WayToHttps =>
        "let the API offer HTTPS: one that CreateSlimBuilder has built needs UseKestrelHttpsConfiguration()";

    internal override object Server => _server.Process;

    /// <inheritdoc/>
    protected override Task StopAsync() => _servers.StopAsync(_server);

    private static async Task<ChildProcessHost> StartAsync(
        ServerAssembly assembly, ChildProcessOptions options, CancellationToken cancellationToken)
    {
        var servers = Servers;
        return Activate(new ChildProcessHost(
            await servers.StartAsync(assembly, options, cancellationToken).ConfigureAwait(false), servers));
    }
}
