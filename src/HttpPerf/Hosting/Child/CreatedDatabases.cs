using System.Collections.Concurrent;

namespace HttpPerf.Hosting.Child;

/// <summary>
/// The SQLite databases that APIs create in the folders of their assemblies. They are removed when this process exits. Otherwise, the next
/// run would start with the rows of this one, and be compared with a build that doesn't have them.
/// </summary>
internal static class CreatedDatabases
{
    /// <summary>The endings of files that SQLite puts beside an open database.</summary>
    private static readonly string[] Companions = ["-wal", "-shm", "-journal"];

    private static readonly ConcurrentBag<string> Paths = [];

    static CreatedDatabases() => AppDomain.CurrentDomain.ProcessExit += (_, _) => Remove();

    /// <param name="path">The database, as the agent in a server has reported it.</param>
    public static void RemoveAtExit(string path) => Paths.Add(path);

    private static void Remove()
    {
        foreach (var path in Paths)
            foreach (var file in Companions.Select(end => path + end).Prepend(path))
                Delete(file);
    }

    private static void Delete(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It may be in a copy that is gone. On Windows, the API may still have it open.
        }
    }
}
