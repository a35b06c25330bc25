using System.Collections.Concurrent;
using HttpPerf.Results.Programs;

namespace HttpPerf.Hosting.Child;

/// <summary>
/// The SQLite databases that are committed with an API. It opens them by paths relative to its project's folder, where <c>dotnet run</c>
/// starts it. Here, it is started where it was built. So each run has a copy there, and the rows of the commit.
/// </summary>
internal static class ProjectDatabases
{
    /// <summary>Others are what somebody's own runs have left: elsewhere, the API would have other rows.</summary>
    private static readonly string[] Committed = ["ls-files", "-z", "--", "*.db", "*.db3", "*.sqlite", "*.sqlite3"];

    /// <summary>By APIs and folders: some classes start a server in every epoch.</summary>
    private static readonly ConcurrentDictionary<(string Api, string Folder), Lazy<bool>> Copied = [];

    /// <summary>Copies those that the folder of the build lacks, until this process exits.</summary>
    /// <param name="server">The API, which has not started yet.</param>
    public static void Copy(ServerAssembly server)
    {
        var (name, folder) = (server.Name, server.Folder);
        _ = Copied.GetOrAdd((name, folder), _ => new(() =>
            ContentRoots.Find(name, folder) is { } project && project != folder && Copy(project, folder).Count > 0)).Value;
    }

    /// <param name="project">The full path of the folder of the API's project.</param>
    /// <param name="folder">The full path of the folder of the build.</param>
    /// <returns>The copies.</returns>
    internal static IReadOnlyList<string> Copy(string project, string folder)
    {
        var copies = new List<string>();
        foreach (var file in Git.Ask(project, Committed)?.Split('\0', StringSplitOptions.RemoveEmptyEntries) ?? [])
        {
            var (database, copy) = (Path.Combine(project, file), Path.Combine(folder, file));
            if (!File.Exists(database) || File.Exists(copy))
                continue;
            try
            {
                Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
                File.Copy(database, copy);
                CreatedDatabases.RemoveAtExit(copy);
                // Rows that are not in the database yet.
                if (File.Exists(database + "-wal"))
                    File.Copy(database + "-wal", copy + "-wal", overwrite: true);
                copies.Add(copy);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The folder can't be written, or another process has just copied it. If it is missing, the API says so.
            }
        }

        return copies;
    }
}
