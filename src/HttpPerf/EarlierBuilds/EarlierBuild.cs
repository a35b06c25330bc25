using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.Loader;
using HttpPerf.Discovery;
using HttpPerf.Workloads;

namespace HttpPerf.EarlierBuilds;

/// <summary>
/// An earlier build of a test assembly, loaded beside today's with all that it brings: the application's code and its packages. Both share
/// the framework, and HttpPerf with all that it and the adapter for the test framework need, because they exchange objects with it.
/// </summary>
/// <remarks>
/// It stays loaded as long as the process lives: access to statics is compiled differently in a context that can be unloaded, which would
/// show in times.
/// </remarks>
internal sealed class EarlierBuild : AssemblyLoadContext
{
    private static readonly ConcurrentDictionary<(string Path, Assembly Today), Lazy<EarlierBuild>> Loaded = [];
    private static readonly string Library = typeof(EarlierBuild).Assembly.GetName().Name!;

    private readonly AssemblyDependencyResolver _resolver;
    private readonly SharedLibraries _shared;
    private readonly Assembly _tests;
    private readonly InstrumentOwners _instruments;

    private EarlierBuild(string path, SharedLibraries shared)
        : base($"HttpPerf: {path}")
    {
        _resolver = new AssemblyDependencyResolver(path);
        _shared = shared;
        _instruments = new(OwnerOf);
        OtherVersions = shared.FindOtherVersions(path);
        _tests = LoadFromAssemblyPath(path);
    }

    /// <summary>The full path of the folder of its output.</summary>
    public string Folder => Path.GetDirectoryName(_tests.Location)!;

    /// <summary>Whether an instrument of this name exists, but only in the other build than the given one.</summary>
    /// <param name="isEarlier">Whether that is the earlier one.</param>
    /// <param name="instrument">The name.</param>
    public bool Lacks(bool isEarlier, string instrument) =>
        _instruments.IsOnlyOf(isEarlier ? InstrumentOwners.Builds.Today : InstrumentOwners.Builds.Earlier, instrument);

    /// <summary>The full path of its test assembly.</summary>
    public string TestAssembly => _tests.Location;

    /// <summary>Libraries that the tests use in another version there, and that both share nevertheless, in today's version.</summary>
    public IReadOnlyList<LibraryVersions> OtherVersions { get; }

    /// <summary>Loads an earlier build, once.</summary>
    /// <param name="folder">The folder of its output, or another work tree of the repository, which has it at the same place.</param>
    /// <param name="today">Today's build of the test assembly.</param>
    /// <exception cref="InvalidRunException">There is no such build, or it can't be loaded.</exception>
    public static EarlierBuild Load(string folder, Assembly today)
    {
        var path = FindPath(folder, today);
        return Loaded.GetOrAdd((path, today), _ => new(() => LoadNow(path, today))).Value;
    }

    /// <summary>The full path of the test assembly in an earlier build, whether it exists or not.</summary>
    /// <inheritdoc cref="Load(string, Assembly)"/>
    public static string FindPath(string folder, Assembly today)
    {
        string[] paths = [.. PlacesOf(today.Location, folder).Select(place => Path.GetFullPath(Path.Combine(folder, place)))];
        return paths.FirstOrDefault(File.Exists) ?? paths[0];
    }

    /// <summary>The cases of a benchmark class; none if it doesn't have the class, or no benchmark in it.</summary>
    /// <exception cref="InvalidRunException">The class can't be read there.</exception>
    public IReadOnlyDictionary<(string File, string Method, string Parameters), DiscoveredCase> CasesOf(Type benchmarks)
    {
        try
        {
            using var scope = EnterContextualReflection(_tests);
            return Find(benchmarks) is { } earlier
                ? BenchmarkDiscovery.Discover(earlier).SelectMany(g => g.Cases).ToDictionary(c => EarlierGroup.KeyOf(c.Id))
                : new Dictionary<(string File, string Method, string Parameters), DiscoveredCase>();
        }
        catch (Exception e) when (e is BenchmarkDeclarationException or TypeLoadException or ReflectionTypeLoadException
            or MissingMemberException or IOException or BadImageFormatException)
        {
            throw new InvalidRunException(
                $"{ClassNames.Of(benchmarks)} of the earlier build in {Folder} can't be loaded: "
                + $"{e.Message} If it was built with another version of {Library}, build it with today's.");
        }
    }

    /// <summary>Creates the benchmark of a case. Assemblies that it loads by name are those of this build.</summary>
    /// <param name="id">The case in today's build.</param>
    /// <param name="discovered">The case in this build.</param>
    public Benchmark ToBenchmark(CaseId id, DiscoveredCase discovered)
    {
        var benchmark = WorkloadBuilder.ToBenchmark(id.Before(), discovered.Benchmark);
        return benchmark with
        {
            // A result that has changed may be why it is compared.
            ExpectsDifferentResult = true,
            Build = () =>
            {
                using var scope = EnterContextualReflection(_tests);
                var workload = benchmark.Build();
                return workload with { SetUp = () => SetUp(workload) };
            },
        };
    }

    protected override Assembly? Load(AssemblyName assemblyName) =>
        // By its name alone: the version that is there is the one that both use.
        _shared.Contains(assemblyName.Name!) ? Default.LoadFromAssemblyName(new AssemblyName(assemblyName.Name!))
        : _resolver.ResolveAssemblyToPath(assemblyName) is { } path ? LoadFromAssemblyPath(path)
        : null;

    protected override nint LoadUnmanagedDll(string unmanagedDllName) =>
        _resolver.ResolveUnmanagedDllToPath(unmanagedDllName) is { } path ? LoadUnmanagedDllFromPath(path) : 0;

    private InstrumentOwners.Builds OwnerOf(Assembly assembly) =>
        GetLoadContext(assembly) == this ? InstrumentOwners.Builds.Earlier
        : GetLoadContext(assembly) != Default || _shared.Contains(assembly.GetName().Name!) ? InstrumentOwners.Builds.Both
        : InstrumentOwners.Builds.Today;

    private static bool IsWorkTree(string folder) => Path.Exists(Path.Combine(folder, ".git"));

    /// <summary>Where an earlier build may have the assembly, relative to its folder. Work trees may have others, as submodules.</summary>
    internal static IEnumerable<string> PlacesOf(string path, string earlier)
    {
        if (IsWorkTree(earlier))
            for (var folder = Path.GetDirectoryName(path); folder is not null; folder = Path.GetDirectoryName(folder))
                if (IsWorkTree(folder))
                    yield return Path.GetRelativePath(folder, path);
        yield return Path.GetFileName(path);
    }

    /// <summary>Null if it doesn't have the class, or no benchmark in it.</summary>
    private Type? Find(Type benchmarks)
    {
        var earlier = benchmarks.IsAssignableTo(typeof(IBenchmarksOfFiles))
            ? OfTodaysTests(benchmarks)
            : Resolve(benchmarks.AssemblyQualifiedName!);
        var open = earlier is { IsGenericType: true } ? earlier.GetGenericTypeDefinition() : earlier;
        return open is not null && ClassNames.BenchmarkClassesOf(open.Assembly).Contains(open) ? earlier : null;
    }

    private Type? Resolve(string name) => Type.GetType(name, LoadFromAssemblyName, typeResolver: null, throwOnError: false);

    /// <summary>The cases come from a file of today's, and the earlier build need not have had its tests.</summary>
    private Type? OfTodaysTests(Type benchmarks)
    {
        Type?[] arguments = [.. benchmarks.GenericTypeArguments.SkipLast(1).Select(type => Resolve(type.AssemblyQualifiedName!))];
        return arguments.Contains(null)
            ? null
            : benchmarks.GetGenericTypeDefinition().MakeGenericType([.. arguments.OfType<Type>(), benchmarks.GenericTypeArguments[^1]]);
    }

    private static EarlierBuild LoadNow(string path, Assembly today)
    {
        const string Advice = "Set HTTPPERF_AGAINST to the folder of an earlier build's output, e.g. to a copy of bin/Debug/net10.0, "
            + "or unset it.";
        var (folder, file) = (Path.GetDirectoryName(path)!, Path.GetFileName(path));
        if (!Directory.Exists(folder))
            throw new InvalidRunException($"There is no earlier build to compare with: {folder} does not exist. {Advice}");
        if (!File.Exists(path))
            throw new InvalidRunException($"There is no earlier build to compare with: {folder} has no {file}. {Advice}");
        if (path == Path.GetFullPath(today.Location))
            throw new InvalidRunException($"{folder} is the folder of this build itself, not of an earlier one. {Advice}");
        if (!File.Exists(Path.Combine(folder, Library + ".dll")))
            throw new InvalidRunException($"The earlier build in {folder} doesn't use {Library}, so it has nothing to compare with.");
        try
        {
            return new EarlierBuild(path, new SharedLibraries(today));
        }
        catch (Exception e) when (e is IOException or BadImageFormatException or InvalidOperationException)
        {
            throw new InvalidRunException($"The earlier build {path} can't be loaded: {e.Message}");
        }
    }

    private Task SetUp(Workload workload)
    {
        using var scope = EnterContextualReflection(_tests);
        return workload.SetUp();
    }
}
