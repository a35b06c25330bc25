namespace HttpPerf.Hosting.Child;

/// <summary>Starts and stops the servers of hosts. Builds that are compared with each other share some.</summary>
internal interface IServers
{
    Task<StartedServer> StartAsync(ServerAssembly assembly, ChildProcessOptions options, CancellationToken cancellationToken);

    /// <summary>The folders of the builds that use a server.</summary>
    IReadOnlyCollection<string> FoldersOf(StartedServer server);

    /// <summary>Stops a server when nobody uses it any more.</summary>
    Task StopAsync(StartedServer server);
}

/// <summary>Every host has a server of its own.</summary>
internal sealed class OwnServers : IServers
{
    public Task<StartedServer> StartAsync(
        ServerAssembly assembly, ChildProcessOptions options, CancellationToken cancellationToken) =>
        StartedServer.StartAsync(assembly, options, cancellationToken);

    public IReadOnlyCollection<string> FoldersOf(StartedServer server) => [server.Assembly.Folder];

    public Task StopAsync(StartedServer server) => server.Process.StopAsync();
}
