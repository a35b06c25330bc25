using System.Collections.Concurrent;
using Microsoft.Extensions.DependencyModel;

namespace HttpPerf.Hosting.Child;

/// <summary>
/// Servers that two builds of the tests share, because the API's files are the same in both. Two processes of the same code differ by a
/// percent and more, which would look like a change.
/// </summary>
internal static class SharedServers
{
    private static readonly Lock Gate = new();
    private static readonly List<Shared> Running = [];
    private static readonly List<(string Today, string Earlier)> Builds = [];

    /// <summary>The benchmark class that is being measured.</summary>
    private static string? _class;

    /// <summary>Not behind links, which may lead anywhere, nor in folders that may not be read.</summary>
    private static readonly EnumerationOptions EveryFile = new()
    {
        RecurseSubdirectories = true,
        IgnoreInaccessible = true,
        AttributesToSkip = FileAttributes.ReparsePoint,
    };

    private static readonly string[] BesideAssemblies =
    [
        ".deps.json", ".runtimeconfig.json", ".runtimeconfig.dev.json", ".staticwebassets.runtime.json", ".staticwebassets.endpoints.json",
    ];

    /// <summary>
    /// Limits; what xUnit reads; and what Microsoft.CodeCoverage and coverlet write for every test project, used or not: where its sources
    /// lie, in absolute paths.
    /// </summary>
    private static readonly string[] StartOfTests =
        ["thresholds", "xunit.runner.", ".msCoverageSourceRootsMapping_", "CoverletSourceRootsMapping_"];

    /// <summary>Settings of test frameworks, and files that a run leaves behind.</summary>
    private static readonly string[] EndOfTests =
        [".runsettings", "testconfig.json", ".xunit.runner.json", ".coverage", ".cobertura.xml", ".trx"];

    /// <summary>By API and folders: dozens of files are read, and some classes start a server in every epoch.</summary>
    private static readonly ConcurrentDictionary<(string Name, string Today, string Earlier), bool> Equal = [];

    /// <summary>From now on, the builds in these two folders share servers.</summary>
    /// <param name="today">The folder of today's build.</param>
    /// <param name="earlier">The folder of the earlier one.</param>
    /// <param name="benchmarks">The full name of the class that is measured next.</param>
    public static void Between(string today, string earlier, string benchmarks)
    {
        lock (Gate)
        {
            ContentRoots.Compare(today, earlier);
            EqualFolders.Compare(today, earlier);
            _class = benchmarks;
            if (!Builds.Contains((today, earlier)))
                Builds.Add((today, earlier));
        }
    }

    /// <summary>Starts a server, or returns the one that the other build has started with the same options.</summary>
    public static Task<StartedServer> StartAsync(ServerAssembly assembly, ChildProcessOptions options, CancellationToken cancellationToken)
    {
        lock (Gate)
        {
            var folder = assembly.Folder;
            if (!Builds.Exists(b => (folder == b.Today || folder == b.Earlier) && AreEqual(assembly, b)))
                return StartedServer.StartAsync(InEqualFolder(assembly), options, cancellationToken);

            var key = Key(assembly, options);
            var shared = FindOfOther(Running, key, folder, _class);
            if (shared is null)
                Running.Add(shared = new Shared(key, _class, StartedServer.StartAsync(assembly, options, cancellationToken)));
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

    /// <summary>The folders of the builds that use a server.</summary>
    public static IReadOnlyCollection<string> FoldersOf(StartedServer server)
    {
        lock (Gate)
            return Find(server) is { } shared ? [.. shared.Folders] : [EqualFolders.OriginOf(server.Assembly.Folder)];
    }

    /// <summary>Stops a server when nobody uses it any more.</summary>
    public static Task StopAsync(StartedServer server)
    {
        lock (Gate)
        {
            var shared = Find(server);
            if (shared is not null && --shared.Users > 0)
                return Task.CompletedTask;
            if (shared is not null)
                Running.Remove(shared);
        }

        return server.Process.StopAsync();
    }

    private static ServerAssembly InEqualFolder(ServerAssembly assembly)
    {
        var folder = EqualFolders.Find(assembly.Folder);
        return folder == assembly.Folder ? assembly : ServerAssembly.Open(Path.Combine(folder, Path.GetFileName(assembly.Path)));
    }

    private static Shared? Find(StartedServer server) =>
        Running.Find(s => s.Server is { IsCompletedSuccessfully: true, Result: var started } && started == server);

    /// <summary>Whether an API of both builds is the same to the byte.</summary>
    public static bool AreEqual(ServerAssembly assembly, (string Today, string Earlier) builds) =>
        Equal.GetOrAdd((assembly.Name, builds.Today, builds.Earlier), api =>
            HaveEqualFiles(api.Name, api.Today, api.Earlier) && ContentRoots.HaveEqualFiles(api.Name, api.Today, api.Earlier));

    /// <summary>Whether all files of an API are the same to the byte in two folders.</summary>
    internal static bool HaveEqualFiles(string name, string folder, string other)
    {
        string[] own = [$"{name}.dll", $"{name}.deps.json", $"{name}.runtimeconfig.json"];
        List<string> files =
        [
            .. own.Concat(DependenciesIn(folder, name)).Concat(SettingsIn(folder)).Concat(SettingsIn(other))
                .Concat(ContentIn(folder).Intersect(ContentIn(other)))
                .Distinct(),
        ];
        // To read all of them may take long.
        return files.TrueForAll(file => ContentFiles.HaveEqualSizes(Path.Combine(folder, file), Path.Combine(other, file)))
            && files.TrueForAll(file => ContentFiles.HaveEqualBytes(Path.Combine(folder, file), Path.Combine(other, file)));
    }

    /// <summary>
    /// Other files, e.g. data and templates, which may be the API's. What only one folder has may have been written while it ran.
    /// </summary>
    private static IEnumerable<string> ContentIn(string folder) =>
        Directory.EnumerateFiles(folder, "*", EveryFile)
            .Where(path => !IsOfAnyAssembly(path) && !IsOfTests(Path.GetFileName(path)))
            .Select(path => Path.GetRelativePath(folder, path));

    private static bool IsOfAnyAssembly(string path) =>
        Path.GetExtension(path) is ".dll" or ".exe" or ".pdb"
        || File.Exists(Path.ChangeExtension(path, ".dll"))
        || BesideAssemblies.Any(end => path.EndsWith(end, StringComparison.OrdinalIgnoreCase));

    private static bool IsOfTests(string file) =>
        file is "MvcTestingAppManifest.json"
        || StartOfTests.Any(start => file.StartsWith(start, StringComparison.OrdinalIgnoreCase))
        || EndOfTests.Any(end => file.EndsWith(end, StringComparison.OrdinalIgnoreCase));

    private static IEnumerable<string> DependenciesIn(string folder, string name)
    {
        var path = Path.Combine(folder, $"{name}.deps.json");
        if (!File.Exists(path))
            return [];
        using var reader = new DependencyContextJsonReader();
        using var file = File.OpenRead(path);
        var libraries = reader.Read(file).RuntimeLibraries;
        return [.. libraries
            .SelectMany(library => library.RuntimeAssemblyGroups.Concat(library.NativeLibraryGroups))
            .SelectMany(group => group.AssetPaths)
            .Select(asset => Path.GetFileName(asset))
            .Concat(libraries.SelectMany(library => library.ResourceAssemblies)
                .Select(resource => Path.Combine(resource.Locale, Path.GetFileName(resource.Path))))];
    }

    private static IEnumerable<string> SettingsIn(string folder) =>
        Directory.EnumerateFiles(folder, "appsettings*.json").Select(path => Path.GetFileName(path));

    private static string Key(ServerAssembly assembly, ChildProcessOptions options) => string.Join(
        '\0',
        [
            assembly.Name, $"{options.Port}", options.EnvironmentName, $"{options.StartupTimeout}", .. options.Arguments, "",
            .. options.EnvironmentVariables.OrderBy(v => v.Key, StringComparer.Ordinal).Select(v => $"{v.Key}={v.Value}"), "",
            .. options.Settings.OrderBy(s => s.Key, StringComparer.Ordinal).Select(s => $"{s.Key}={s.Value}"),
        ]);

    /// <param name="Key">What both builds ask for.</param>
    /// <param name="Class">The benchmark class for which it was started.</param>
    /// <param name="Server">The server.</param>
    internal sealed record Shared(string Key, string? Class, Task<StartedServer> Server)
    {
        /// <summary>The builds that use it: one, or both.</summary>
        public List<string> Folders { get; } = [];

        public int Users { get; set; }
    }
}
