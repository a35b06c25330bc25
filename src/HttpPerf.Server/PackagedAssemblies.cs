using System.Text.Json;

namespace HttpPerf.Server;

/// <summary>Which assemblies come from packages, as <c>.deps.json</c> files tell.</summary>
internal static class PackagedAssemblies
{
    /// <summary>The names of the packaged assemblies of all programs in a folder.</summary>
    public static IReadOnlySet<string> In(string folder) =>
        Directory.EnumerateFiles(folder, "*.deps.json").SelectMany(Read).ToHashSet();

    /// <param name="dependencies">The path of a <c>.deps.json</c>.</param>
    /// <returns>The names of the packaged assemblies of the program.</returns>
    public static IReadOnlySet<string> Read(string dependencies)
    {
        using var json = JsonDocument.Parse(File.ReadAllBytes(dependencies));
        var packages = json.RootElement.GetProperty("libraries").EnumerateObject()
            .Where(library => library.Value.GetProperty("type").GetString() == "package")
            .Select(library => library.Name)
            .ToHashSet();
        return json.RootElement.GetProperty("targets").EnumerateObject()
            .SelectMany(target => target.Value.EnumerateObject())
            .Where(library => packages.Contains(library.Name) && library.Value.TryGetProperty("runtime", out _))
            .SelectMany(library => library.Value.GetProperty("runtime").EnumerateObject())
            .Select(file => Path.GetFileNameWithoutExtension(file.Name))
            .ToHashSet();
    }
}
