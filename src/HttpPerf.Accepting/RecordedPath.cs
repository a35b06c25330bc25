namespace HttpPerf.Accepting;

/// <summary>Paths that results name. Results may come from another machine, and opening a path can have effects of its own.</summary>
internal static class RecordedPath
{
    /// <param name="recorded">The path, from the folder of the results.</param>
    /// <param name="results">The file with the results.</param>
    /// <param name="isNamed">Whether that file was named by the user, so that it may be foreign: only its repository is looked at.</param>
    /// <returns>The full path; null if it must not be opened, e.g. because it is on another machine or a device.</returns>
    public static string? Find(string recorded, string results, bool isNamed)
    {
        // Windows would send the user's credentials to the server.
        if (recorded.Contains('\0', StringComparison.Ordinal) || recorded.Replace('\\', '/').StartsWith("//", StringComparison.Ordinal))
            return null;
        var folder = Path.GetDirectoryName(Path.GetFullPath(results))!;
        var path = Path.GetFullPath(recorded, folder);
        if (!isNamed)
            return path;
        // Devices and pipes are empty, and reading one may never end.
        if (new FileInfo(path) is { Exists: true, Length: 0 })
            return null;
        return FindRepository(folder) is not { } root || IsBelow(path, root) ? path : null;
    }

    private static string? FindRepository(string folder)
    {
        for (var at = folder; at is not null; at = Path.GetDirectoryName(at))
            if (Path.Exists(Path.Combine(at, ".git")))
                return at;
        return null;
    }

    private static bool IsBelow(string path, string root) =>
        Path.GetRelativePath(root, path) is var relative
        && relative != ".."
        && !relative.StartsWith($"..{Path.DirectorySeparatorChar}", StringComparison.Ordinal)
        && !Path.IsPathRooted(relative);
}
