using System.Diagnostics;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Runtime.Loader;
using Microsoft.Extensions.DependencyModel;

namespace HttpPerf.EarlierBuilds;

/// <summary>A library that two builds share in a process, although each has a version of its own.</summary>
/// <param name="Name">The package's name, or the assembly's.</param>
/// <param name="Today">Its version in today's build, which both use there.</param>
/// <param name="Earlier">Its version in the earlier build.</param>
/// <param name="IsOfBoth">
/// Whether the tests of both builds depend on it, so that what differs in it may show in their figures. Of the frameworks, which everything
/// depends on, only what a project itself references counts.
/// </param>
internal sealed record LibraryVersions(string Name, string Today, string Earlier, bool IsOfBoth)
{
    /// <inheritdoc/>
    public override string ToString() =>
        Today == Earlier ? $"{Name} {Today} with other contents" : $"{Name} {Earlier} before and {Today} now";
}

/// <summary>
/// The libraries that an earlier build of the tests shares with today's in a process: the frameworks, and HttpPerf with all that it and
/// the adapter for the test framework need, because both builds exchange objects with it.
/// </summary>
internal sealed class SharedLibraries
{
    private static readonly string Library = typeof(SharedLibraries).Assembly.GetName().Name!;

    // They know each other's internals.
    private static readonly string[] Parts = [Library, $"{Library}.InMemory"];

    /// <summary>How the names of packages begin that run tests. Of those, a benchmark measures nothing.</summary>
    private static readonly string[] RunningTests =
    [
        "BenchmarkDotNet", "coverlet.", "Microsoft.CodeCoverage", "Microsoft.NET.Test.Sdk", "Microsoft.Testing.", "Microsoft.TestPlatform.",
        "MSTest", "NUnit", "xunit",
    ];

    /// <summary>
    /// Assemblies of the frameworks refer to each other, and exchange objects with both builds. A package may bring a newer version of one,
    /// which then takes its place for the whole process.
    /// </summary>
    private static readonly string[] Frameworks =
        [.. $"{AppContext.GetData("APP_CONTEXT_DEPS_FILES")}".Split(';').Skip(1).Select(path => Path.GetDirectoryName(path)!)];

    private readonly HashSet<string> _assemblies;
    private readonly Assembly _tests;
    private readonly DependencyContext _dependencies;
    private readonly List<string> _roots;

    /// <param name="today">Today's build of the test assembly.</param>
    /// <exception cref="InvalidOperationException">It has no <c>.deps.json</c>.</exception>
    public SharedLibraries(Assembly today)
    {
        _tests = today;
        _dependencies = DependencyContext.Load(today)
            ?? throw new InvalidOperationException($"{today.Location} has no .deps.json beside it.");
        _roots =
        [
            .. _dependencies.RuntimeLibraries
                .Where(library => CanBeShared(library) && (Parts.Contains(library.Name) || IsAdapter(library, today)))
                .Select(library => library.Name),
        ];
        _assemblies =
        [
            .. Reach(_dependencies, _roots, CanBeShared).SelectMany(FilesOf).Select(file => Path.GetFileNameWithoutExtension(file)),
        ];
    }

    public bool Contains(string assembly) =>
        _assemblies.Contains(assembly) || Frameworks.Any(folder => File.Exists(Path.Combine(folder, $"{assembly}.dll")));

    /// <summary>
    /// The shared libraries that the code of the tests depends on too, where each build would load another file if it were alone: what they
    /// do differently doesn't show in a process that has both builds.
    /// </summary>
    /// <param name="earlier">The path of the earlier build's test assembly.</param>
    public IReadOnlyList<LibraryVersions> FindOtherVersions(string earlier)
    {
        var ofEarlier = Read(Path.ChangeExtension(earlier, ".deps.json"));
        var (used, usedBefore) = (FindUsed(_dependencies), FindUsed(ofEarlier));
        var (now, before) = (Path.GetDirectoryName(_tests.Location)!, Path.GetDirectoryName(earlier)!);
        return
        [
            .. (from file in used.Keys.Union(usedBefore.Keys)
                where Contains(Path.GetFileNameWithoutExtension(file))
                let loaded = FindLoaded(now, file)
                let other = FindLoaded(before, file)
                where loaded is not null && other is not null && IdOf(loaded) != IdOf(other)
                let needed = FindOfFramework(file) is null ? Use.ByAny : Use.ByProject
                let name = (used.GetValueOrDefault(file) ?? usedBefore[file]).Library
                orderby name
                select new LibraryVersions(
                    name,
                    VersionOf(_dependencies, name, loaded),
                    VersionOf(ofEarlier, name, other),
                    used.GetValueOrDefault(file)?.Use >= needed && usedBefore.GetValueOrDefault(file)?.Use >= needed))
                .DistinctBy(library => library.Name),
        ];
    }

    /// <summary>The files that the code of a build depends on, apart from the test framework.</summary>
    private Dictionary<string, UsedFile> FindUsed(DependencyContext? dependencies)
    {
        if (dependencies is null)
            return [];
        var projects = dependencies.RuntimeLibraries.Where(library => !CanBeShared(library)).ToList();
        var direct = projects.SelectMany(project => project.Dependencies).Select(dependency => dependency.Name).ToHashSet();
        return (
            from library in Reach(dependencies, projects.Select(project => project.Name), CanBeUsed)
            from file in FilesOf(library)
            select (file, library.Name))
            .DistinctBy(of => of.file)
            .ToDictionary(of => of.file, of => new UsedFile(of.Name, direct.Contains(of.Name) ? Use.ByProject : Use.ByAny));
    }

    private bool CanBeUsed(RuntimeLibrary library) =>
        !_roots.Contains(library.Name)
        && !library.Name.StartsWith($"{Library}.", StringComparison.Ordinal)
        && !RunningTests.Any(start => library.Name.StartsWith(start, StringComparison.OrdinalIgnoreCase));

    private static IEnumerable<RuntimeLibrary> Reach(
        DependencyContext dependencies, IEnumerable<string> roots, Func<RuntimeLibrary, bool> includes)
    {
        var libraries = dependencies.RuntimeLibraries.Where(includes).DistinctBy(l => l.Name).ToDictionary(library => library.Name);
        var reached = new HashSet<string>();
        var next = new Queue<string>(roots);
        while (next.TryDequeue(out var name))
        {
            if (!reached.Add(name) || !libraries.TryGetValue(name, out var library))
                continue;
            yield return library;
            foreach (var dependency in library.Dependencies)
                next.Enqueue(dependency.Name);
        }
    }

    private static IEnumerable<string> FilesOf(RuntimeLibrary library) =>
        library.RuntimeAssemblyGroups.SelectMany(group => group.AssetPaths).Select(path => Path.GetFileName(path));

    private static string? FindOfFramework(string file) =>
        Frameworks.Select(framework => Path.Combine(framework, file)).FirstOrDefault(File.Exists);

    /// <summary>The file that a process of a build loads: the build's own, unless the framework has the same or a newer one.</summary>
    private static string? FindLoaded(string folder, string file)
    {
        var (own, ofFramework) = (Path.Combine(folder, file), FindOfFramework(file));
        if (!File.Exists(own))
            return ofFramework;
        return ofFramework is null || VersionsOf(own).CompareTo(VersionsOf(ofFramework)) > 0 ? own : ofFramework;
    }

    private static (Version, Version) VersionsOf(string path)
    {
        var file = FileVersionInfo.GetVersionInfo(path);
        return (
            AssemblyName.GetAssemblyName(path).Version ?? new(),
            new(file.FileMajorPart, file.FileMinorPart, file.FileBuildPart, file.FilePrivatePart));
    }

    /// <summary>The module's ID, which files of equal content share.</summary>
    private static Guid IdOf(string path)
    {
        using var file = new PEReader(File.OpenRead(path));
        var metadata = file.GetMetadataReader();
        return metadata.GetGuid(metadata.GetModuleDefinition().Mvid);
    }

    private static string VersionOf(DependencyContext? dependencies, string name, string path) =>
        // A framework's folder has its version as its name.
        Frameworks.FirstOrDefault(folder => folder == Path.GetDirectoryName(path)) is { } framework ? Path.GetFileName(framework)
        : dependencies?.RuntimeLibraries.FirstOrDefault(library => library.Name == name)?.Version
        ?? FileVersionInfo.GetVersionInfo(path).FileVersion ?? "";

    private static DependencyContext? Read(string path)
    {
        if (!File.Exists(path))
            return null;
        using var file = File.OpenRead(path);
        using var reader = new DependencyContextJsonReader();
        return reader.Read(file);
    }

    /// <summary>Each build has its own output of the tests' solution, where the changes may be.</summary>
    private static bool CanBeShared(RuntimeLibrary library) =>
        library.Type != "project" || library.Name == Library || library.Name.StartsWith($"{Library}.", StringComparison.Ordinal);

    /// <summary>An adapter makes tests of benchmark classes, as HttpPerf.Xunit does. The test assembly itself is none.</summary>
    private static bool IsAdapter(RuntimeLibrary library, Assembly today) =>
        library.Name != today.GetName().Name
        && library.Dependencies.Any(dependency => dependency.Name == Library)
        && FilesOf(library).Any(file =>
            AssemblyLoadContext.Default.LoadFromAssemblyName(new AssemblyName(Path.GetFileNameWithoutExtension(file)))
                .GetExportedTypes().Any(type => type.IsAssignableTo(typeof(IPerfTest))));

    private enum Use
    {
        ByAny,
        ByProject,
    }

    private sealed record UsedFile(string Library, Use Use);
}
