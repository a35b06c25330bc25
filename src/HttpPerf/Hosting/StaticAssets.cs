using System.Text.Json;

namespace HttpPerf.Hosting;

/// <summary>
/// The manifests of static files that a build writes beside an API: where they are in the sources of its own project and of those that it
/// references. The framework reads them in the environment Development only; elsewhere it expects published files.
/// </summary>
internal static class StaticAssets
{
    /// <summary>
    /// The full path of the manifest that tells where static files are; null if the API has none, or a folder that it names is gone: the
    /// API would not start.
    /// </summary>
    /// <param name="api">The name of the API's assembly.</param>
    /// <param name="folder">The full path of the folder of the assembly.</param>
    public static string? FindManifest(string api, string folder)
    {
        var path = Path.Combine(folder, $"{api}.staticwebassets.runtime.json");
        if (!File.Exists(path))
            return null;
        using var manifest = JsonDocument.Parse(File.ReadAllBytes(path));
        var folders = manifest.RootElement.GetProperty("ContentRoots").EnumerateArray().Select(root => root.GetString());
        return folders.All(Directory.Exists) ? path : null;
    }

    /// <summary>Whether the static files of two builds are the same, those of referenced projects too.</summary>
    public static bool AreEqual(string api, string folder, string other) => Hashes(api, folder).SetEquals(Hashes(api, other));

    private static HashSet<string> Hashes(string api, string folder)
    {
        var path = Path.Combine(folder, $"{api}.staticwebassets.endpoints.json");
        if (!File.Exists(path))
            return [];
        using var manifest = JsonDocument.Parse(File.ReadAllBytes(path));
        return
        [
            .. from endpoint in manifest.RootElement.GetProperty("Endpoints").EnumerateArray()
               from property in endpoint.GetProperty("EndpointProperties").EnumerateArray()
               where property.GetProperty("Name").ValueEquals("integrity")
               select $"{endpoint.GetProperty("Route")} {property.GetProperty("Value")}",
        ];
    }
}
