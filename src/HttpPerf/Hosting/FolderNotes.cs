namespace HttpPerf.Hosting;

/// <summary>Notes on two builds' servers that a comparison can't tell apart, or tells apart by where they lie.</summary>
internal static class FolderNotes
{
    /// <param name="hosts">Those that two builds use.</param>
    public static IEnumerable<string> Write(IReadOnlyList<ApiHost> hosts) =>
        hosts.OfType<ChildProcessHost>().GroupBy(host => host.Name).SelectMany(Write).Distinct();

    // Each pair once.
    private static IEnumerable<string> Write(IGrouping<string, ChildProcessHost> ofApi) =>
        from one in ofApi
        from other in ofApi
        where string.CompareOrdinal(one.Folder, other.Folder) < 0 && !one.Folders.Intersect(other.Folders).Any()
        from note in Write(one, other)
        select note;

    private static IEnumerable<string> Write(ChildProcessHost one, ChildProcessHost other)
    {
        if (one.ContentRoot is { } root && root == other.ContentRoot)
            yield return $"Not compared: files that {one.Name} reads, such as settings, because both builds read the ones in "
                + $"{root}. A path that is compiled in, e.g. by [CallerFilePath], or a variable leads there.";
        if (one.Folder.Length != other.Folder.Length)
            yield return $"{one.Name} runs in paths of unequal length ({one.Folder.Length} and {other.Folder.Length} characters), so bytes "
                + "of its server may differ by a few. To avoid that, compare folders whose paths are as long.";
        else if (one.ContentRoot is { } content && other.ContentRoot is { } otherContent && content.Length != otherContent.Length)
            yield return $"{one.Name} reads files in paths of unequal length ({content.Length} and {otherContent.Length} characters), so "
                + "bytes of its server may differ by a few. A path that is compiled in, e.g. by [CallerFilePath], leads there.";
    }
}
