using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;

namespace HttpPerf.EarlierBuilds;

/// <summary>
/// Servers that two builds of the tests share, because the API's files are the same in both. Two processes of the same code differ by a
/// percent and more, which would look like a change.
/// </summary>
internal sealed class SharedServers : IServers
{
    private readonly Lock _gate = new();
    private readonly List<Shared> _running = [];
    private readonly List<(string Today, string Earlier)> _builds = [];

    /// <summary>The benchmark class that is being measured.</summary>
    private string? _class;

    /// <summary>From now on, the builds in these two folders share servers.</summary>
    /// <param name="today">The folder of today's build.</param>
    /// <param name="earlier">The folder of the earlier one.</param>
    /// <param name="benchmarks">The full name of the class that is measured next.</param>
    public void Share(string today, string earlier, string benchmarks)
    {
        lock (_gate)
        {
            _class = benchmarks;
            if (!_builds.Contains((today, earlier)))
                _builds.Add((today, earlier));
        }
    }

    /// <summary>Starts a server, or returns the one that the other build has started with the same options.</summary>
    public Task<StartedServer> StartAsync(ServerAssembly assembly, ChildProcessOptions options, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            var folder = assembly.Folder;
            if (!_builds.Exists(b => (folder == b.Today || folder == b.Earlier) && EqualApis.Are(assembly, b)))
                return StartedServer.StartAsync(InEqualFolder(assembly), options, cancellationToken);

            var key = Key(assembly, options);
            var shared = FindOfOther(_running, key, folder, _class);
            if (shared is null)
                _running.Add(shared = new Shared(key, _class, StartedServer.StartAsync(assembly, options, cancellationToken)));
            shared.Folders.Add(folder);
            shared.Users++;
            return shared.Server;
        }
    }

    /// <summary>
    /// The server that the other build has started with these options. A class that only one build has leaves its server without a
    /// counterpart, and another class must not take that one if it has one of its own.
    /// </summary>
    internal static Shared? FindOfOther(IReadOnlyList<Shared> running, string key, string folder, string? benchmarks)
    {
        List<Shared> ofOther =
        [
            .. from shared in running
               where shared.Key == key && shared.Folders is [var other] && other != folder
               // Whoever asked for a server that didn't start knows it already.
               where shared.Server is { IsFaulted: false, IsCanceled: false }
               select shared,
        ];
        return ofOther.Find(s => s.Class == benchmarks) ?? ofOther.FirstOrDefault();
    }

    /// <inheritdoc/>
    public IReadOnlyCollection<string> FoldersOf(StartedServer server)
    {
        lock (_gate)
            return Find(server) is { } shared ? [.. shared.Folders] : [EqualFolders.OriginOf(server.Assembly.Folder)];
    }

    /// <inheritdoc/>
    public Task StopAsync(StartedServer server)
    {
        lock (_gate)
        {
            var shared = Find(server);
            if (shared is not null && --shared.Users > 0)
                return Task.CompletedTask;
            if (shared is not null)
                _running.Remove(shared);
        }

        return server.Process.StopAsync();
    }

    private static ServerAssembly InEqualFolder(ServerAssembly assembly)
    {
        var folder = EqualFolders.Find(assembly.Folder);
        return folder == assembly.Folder ? assembly : ServerAssembly.Open(Path.Combine(folder, Path.GetFileName(assembly.Path)));
    }

    private Shared? Find(StartedServer server) =>
        _running.Find(s => s.Server is { IsCompletedSuccessfully: true, Result: var started } && started == server);

    private static string Key(ServerAssembly assembly, ChildProcessOptions options) => string.Join(
        '\0',
        [
            assembly.Name, $"{options.Port}", options.EnvironmentName, $"{options.StartupTimeout}", .. options.Arguments, "",
            .. options.EnvironmentVariables.OrderBy(v => v.Key, StringComparer.Ordinal).Select(v => $"{v.Key}={v.Value}"), "",
            .. options.Settings.OrderBy(s => s.Key, StringComparer.Ordinal).Select(s => $"{s.Key}={s.Value}"), "",
            .. options.Dependencies ?? ["*"],
        ]);

    /// <param name="Key">The API and options that both builds ask for.</param>
    /// <param name="Class">The benchmark class for which it was started.</param>
    /// <param name="Server">The server.</param>
    internal sealed record Shared(string Key, string? Class, Task<StartedServer> Server)
    {
        /// <summary>The builds that use it: one, or both.</summary>
        public List<string> Folders { get; } = [];

        public int Users { get; set; }
    }
}
