namespace HttpPerf.Results;

/// <summary>Tells files apart by as little of their paths as possible.</summary>
internal static class ShortPath
{
    /// <summary>
    /// The shortest end of a path that no other path ends with, e.g. <c>orders.http</c>, or <c>admin/orders.http</c> beside
    /// <c>shop/orders.http</c>.
    /// </summary>
    /// <param name="path">With any separators.</param>
    /// <param name="all">All paths, this one may be among them.</param>
    public static string Of(string path, IEnumerable<string> all)
    {
        var parts = Split(path);
        var others = all.Select(Split).Where(other => !other.SequenceEqual(parts)).ToList();
        var kept = 1;
        while (kept < parts.Length && others.Exists(other => other.TakeLast(kept).SequenceEqual(parts.TakeLast(kept))))
            kept++;
        return string.Join('/', parts.TakeLast(kept));
    }

    private static string[] Split(string path) => path.Split('/', '\\');
}
