using System.Collections.Concurrent;

namespace HttpPerf.Hosting.Child;

/// <summary>
/// The SQLite databases that APIs create in the folders of their assemblies. They are removed when this process exits. Otherwise, the next
/// run would start with the rows of this one, and be compared with a build that doesn't have them.
/// </summary>
internal static class CreatedDatabases
{
    /// <summary>What SQLite puts beside a database that is open.</summary>
    private static readonly string[] Companions = ["-wal", "-shm", "-journal"];

    private static readonly EnumerationOptions All = new() { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };

    private static readonly ConcurrentDictionary<string, Lazy<IReadOnlySet<string>>> Before = [];

    /// <summary>From now on, new databases in a folder are removed.</summary>
    /// <param name="folder">The full path of the folder of an API that is going to start.</param>
    public static void Watch(string folder) => _ = Before.GetOrAdd(folder, _ => new(() =>
    {
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Remove(folder);
        return Find(folder);
    })).Value;

    private static HashSet<string> Find(string folder) => [.. Directory.EnumerateFiles(folder, "*", All)];

    private static void Remove(string folder)
    {
        // It may be a copy that is gone.
        if (!Directory.Exists(folder))
            return;
        foreach (var database in Find(folder).Except(Before[folder].Value).Where(IsDatabase))
            foreach (var path in Companions.Select(end => database + end).Prepend(database))
                Delete(path);
    }

    private static bool IsDatabase(string path)
    {
        try
        {
            using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            Span<byte> start = stackalloc byte[16];
            return file.ReadAtLeast(start, start.Length, throwOnEndOfStream: false) == start.Length
                && start.SequenceEqual("SQLite format 3\0"u8);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static void Delete(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // On Windows, the API may still have it open.
        }
    }
}
