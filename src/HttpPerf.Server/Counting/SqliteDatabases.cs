using System.Collections.Concurrent;
using System.Text;

namespace HttpPerf.Counting;

/// <summary>The SQLite databases that this process creates in the folder where it was started.</summary>
internal static class SqliteDatabases
{
    /// <summary>As SQLite writes it, with all links resolved.</summary>
    private static readonly string Folder =
        Path.TrimEndingDirectorySeparator(Environment.CurrentDirectory) + Path.DirectorySeparatorChar;

    private static readonly StringComparison Comparison =
        OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;

    /// <summary>By the hashes of their paths.</summary>
    private static readonly ConcurrentDictionary<int, bool> Opened = [];

    /// <summary>Receives the full path of each of them once, on the thread that creates it.</summary>
    public static event Action<string>? Created;

    /// <param name="path">The database that a connection has opened, in UTF-8; empty for one in memory.</param>
    public static void Open(ReadOnlySpan<byte> path)
    {
        if (path.IsEmpty || Created is not { } receive)
            return;
        // Each call may open one, and what this allocates would count.
        var hash = new HashCode();
        hash.AddBytes(path);
        if (!Opened.TryAdd(hash.ToHashCode(), true))
            return;
        var file = new FileInfo(Encoding.UTF8.GetString(path));
        // Nobody has written to it yet.
        if (file.FullName.StartsWith(Folder, Comparison) && file is not { Exists: true, Length: > 0 })
            receive(file.FullName);
    }
}
