using System.Collections.Concurrent;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using Microsoft.Extensions.DependencyModel;

namespace HttpPerf.EarlierBuilds;

/// <summary>Whether two builds have the same API.</summary>
internal static class EqualApis
{
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

    /// <summary>Whether an API of both builds is the same to the byte.</summary>
    /// <param name="assembly">Its assembly in either of them.</param>
    /// <param name="builds">The folders of the builds.</param>
    public static bool Are(ServerAssembly assembly, (string Today, string Earlier) builds) =>
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
    /// Other files, e.g. data and templates, which may be the API's. A file in only one folder may have been written while it ran.
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
}
