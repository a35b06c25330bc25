using System.Collections.Concurrent;

namespace HttpPerf.Hosting;

/// <summary>
/// Where APIs find their own files: settings, static files, templates. The output of a test project has room for one
/// <c>appsettings.json</c> and no static files, so an API reads those of its project's folder, as <c>dotnet run</c> has it do.
/// </summary>
internal static class ContentRoots
{
    private static readonly Lock Gate = new();
    private static readonly HashSet<(string Folder, string Other)> Compared = [];
    private static readonly ConcurrentDictionary<(string Api, string Folder), string?> Projects = [];

    /// <summary>From now on, the APIs of these two builds have content roots of the same kind.</summary>
    /// <param name="folder">The full path of the folder of one build's output.</param>
    /// <param name="other">The other's.</param>
    public static void Compare(string folder, string other)
    {
        lock (Gate)
        {
            Compared.Add((folder, other));
            Compared.Add((other, folder));
        }
    }

    /// <summary>
    /// The folder of the API's project. The output's folder if a build that it is compared with was copied from where it was built, so that
    /// its own project isn't known. Null if nothing is known.
    /// </summary>
    /// <param name="api">The name of the API's assembly.</param>
    /// <param name="folder">The full path of the folder of the assembly.</param>
    public static string? Find(string api, string folder)
    {
        var own = ProjectFolder(api, folder);
        List<string?> others = [.. BuildsComparedWith(folder).Where(build => Has(build, api)).Select(build => ProjectFolder(api, build))];
        return others.Count == 0 || (own is not null && others.TrueForAll(other => other is not null && other != own)) ? own : folder;
    }

    /// <summary>The manifest of static files in the sources; null if the API has none, or doesn't read the files of its project.</summary>
    public static string? FindStaticAssets(string api, string folder) =>
        Find(api, folder) is { } root && root != folder ? StaticAssets.FindManifest(api, folder) : null;

    /// <summary>Why an API doesn't read the files of its project although that is known; null if it does.</summary>
    public static string? FindNote(string api, string folder) =>
        ProjectFolder(api, folder) is { } own && Find(api, folder) == folder
            ? $"its content root is {folder} and not {own}, because the other build was copied from where it was built"
            : null;

    /// <summary>Where both builds read the files of their projects, whether these are the same.</summary>
    public static bool HaveEqualFiles(string api, string folder, string other) =>
        Find(api, folder) is not { } root || Find(api, other) is not { } otherRoot || root == folder
        || (ContentFiles.AreEqual(root, otherRoot) && StaticAssets.AreEqual(api, folder, other));

    private static bool Has(string folder, string api) => File.Exists(Path.Combine(folder, $"{api}.dll"));

    private static List<string> BuildsComparedWith(string folder)
    {
        lock (Gate)
            return [.. from pair in Compared where pair.Folder == folder select pair.Other];
    }

    private static string? ProjectFolder(string api, string folder) => Projects.GetOrAdd(
        (api, folder), key => Path.GetDirectoryName(ProjectReferences.Find(key.Api, key.Folder)));
}
