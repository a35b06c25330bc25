using System.Text.Json;

namespace HttpPerf.Tool;

/// <summary>
/// Versions that NuGet took because it doesn't have those that properties ask for. It builds all the same, with a warning (NU1603) that
/// projects may switch off.
/// </summary>
internal static class ReplacedVersions
{
    private static readonly EnumerationOptions Everywhere = new() { RecurseSubdirectories = true };

    /// <param name="tree">The folder with the restored packages.</param>
    /// <param name="asked">The properties and their versions.</param>
    /// <returns>By the name of the property: the package and the version that NuGet took.</returns>
    public static IReadOnlyDictionary<string, string> Find(string tree, IEnumerable<(string Name, string Version)> asked)
    {
        var properties = asked.ToLookup(property => Normalize(property.Version), property => property.Name);
        var found = new Dictionary<string, string>();
        if (properties.Count == 0)
            return found;
        foreach (var file in Directory.EnumerateFiles(tree, "project.assets.json", Everywhere))
        {
            using var assets = JsonDocument.Parse(File.ReadAllBytes(file));
            var resolved = assets.RootElement.GetProperty("libraries").EnumerateObject()
                .Select(library => library.Name.Split('/'))
                .ToDictionary(library => library[0], library => library[1], StringComparer.OrdinalIgnoreCase);
            foreach (var (package, version) in DirectDependencies(assets.RootElement))
                if (resolved.TryGetValue(package, out var taken) && Normalize(taken) != Normalize(version))
                    foreach (var property in properties[Normalize(version)])
                        found[property] = $"{package} {taken}";
        }

        return found;
    }

    /// <summary>The packages that a project itself refers to, and the least versions that it asks for.</summary>
    private static IEnumerable<(string Package, string Version)> DirectDependencies(JsonElement assets) =>
        from framework in assets.GetProperty("project").GetProperty("frameworks").EnumerateObject()
        where framework.Value.TryGetProperty("dependencies", out _)
        from dependency in framework.Value.GetProperty("dependencies").EnumerateObject()
        where dependency.Value.TryGetProperty("version", out _)
        // A range: [1.2.0, )
        let range = dependency.Value.GetProperty("version").GetString()!
        select (dependency.Name, range.Trim('[', '(', ')', ']').Split(',')[0].Trim());

    /// <summary>As NuGet writes it: with three parts or four, the fourth of them not 0.</summary>
    private static string Normalize(string version)
    {
        var label = version.IndexOf('-', StringComparison.Ordinal);
        var numbers = label < 0 ? version : version[..label];
        return System.Version.TryParse(numbers.Contains('.') ? numbers : $"{numbers}.0", out var parsed)
            ? $"{parsed.Major}.{parsed.Minor}.{Math.Max(0, parsed.Build)}{(parsed.Revision > 0 ? $".{parsed.Revision}" : "")}"
                + (label < 0 ? "" : version[label..].ToLowerInvariant())
            : version;
    }
}
