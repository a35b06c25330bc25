using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace HttpPerf.Hosting.Child;

/// <summary>
/// Where today's API runs when it is compared with the API of a work tree which the tool keeps. That tree's path is longer, and an API that
/// joins paths in every request, as for static files, allocates the difference.
/// </summary>
/// <remarks>
/// It is a folder beside that work tree, with a name of the same length. It has a copy of today's output, because the runtime follows links
/// to assemblies, and links to all else in today's work tree, so that content roots and files above the output are found as usual. The tool
/// removes it when the tests have ended.
/// </remarks>
internal static class EqualFolders
{
    /// <summary>The folder of all work trees, as the tool names it.</summary>
    private const string Trees = ".against";

    /// <summary>Names of work trees are hashes.</summary>
    private const string NameStart = "today-";

    private const string Manifest = ".staticwebassets.runtime.json";

    private static readonly ConcurrentDictionary<string, string> EarlierOf = [];
    private static readonly ConcurrentDictionary<(string Today, string Earlier), Lazy<string>> Known = [];

    /// <summary>From now on, APIs of the builds in these two folders start in folders of equal length.</summary>
    /// <param name="today">The full path of the folder of today's output.</param>
    /// <param name="earlier">The full path of the folder of the earlier one.</param>
    public static void Compare(string today, string earlier) => EarlierOf[today] = earlier;

    /// <summary>The folder in which to start an API that was built to a folder.</summary>
    /// <returns>The folder itself for an earlier build, or if there can't be one with a path as long as the earlier one's.</returns>
    public static string Find(string folder) => EarlierOf.TryGetValue(folder, out var earlier)
        ? Known.GetOrAdd((folder, earlier), _ => new(() => Create(folder, earlier) ?? folder)).Value
        : folder;

    /// <summary>The folder of the output that a folder is a copy of; the same if it is none.</summary>
    public static string OriginOf(string folder) =>
        Known.FirstOrDefault(known => known.Value.IsValueCreated && known.Value.Value == folder).Key.Today ?? folder;

    private static string? Create(string today, string earlier)
    {
        var place = CommonEnd(today, earlier);
        var (root, tree) = (today[..^place.Length], earlier[..^place.Length]);
        var (folder, name) = (Path.GetDirectoryName(tree), Path.GetFileName(tree));
        if (place.Length == 0 || folder is null || Path.GetFileName(folder) != Trees || name.Length <= NameStart.Length
            || !folder.StartsWith(root + Path.DirectorySeparatorChar, StringComparison.Ordinal))
            return null;

        // Of its own for each test project.
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(place)));
        var copy = Path.Combine(folder, NameStart + hash[..(name.Length - NameStart.Length)]);
        var unfinished = Path.Combine(folder, $"{NameStart}{Guid.NewGuid():N}");
        try
        {
            if (!Directory.Exists(copy))
            {
                Link(root, unfinished, [.. place.Split(Path.DirectorySeparatorChar, StringSplitOptions.RemoveEmptyEntries)]);
                Copy(today, unfinished + place, (root, copy));
                Directory.Move(unfinished, copy);
            }

            ContentRoots.Compare(copy + place, earlier);
            return copy + place;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Windows lets few users make links, and some folders can't be written.
            return null;
        }
    }

    /// <summary>With the separator before it; empty if they differ in the last name.</summary>
    private static string CommonEnd(string today, string earlier)
    {
        var equal = today.Reverse().Zip(earlier.Reverse()).TakeWhile(pair => pair.First == pair.Second).Count();
        var end = today[^equal..];
        return end.IndexOf(Path.DirectorySeparatorChar, StringComparison.Ordinal) is >= 0 and var start ? end[start..] : "";
    }

    /// <summary>Links to everything in a folder, except for the next name of the path, where it does the same again.</summary>
    private static void Link(string from, string to, ReadOnlySpan<string> names)
    {
        Directory.CreateDirectory(to);
        if (names.IsEmpty)
            return;
        foreach (var entry in new DirectoryInfo(from).EnumerateFileSystemInfos())
        {
            if (entry.Name == names[0] || entry.Name is Trees or ".git")
                continue;
            var link = Path.Combine(to, entry.Name);
            if (entry is DirectoryInfo)
                Directory.CreateSymbolicLink(link, entry.FullName);
            else
                File.CreateSymbolicLink(link, entry.FullName);
        }

        Link(Path.Combine(from, names[0]), Path.Combine(to, names[0]), names[1..]);
    }

    private static void Copy(string from, string to, (string From, string To) root)
    {
        Directory.CreateDirectory(to);
        foreach (var file in Directory.EnumerateFiles(from))
        {
            var copy = Path.Combine(to, Path.GetFileName(file));
            // It names the folders of static files, with their full paths.
            if (file.EndsWith(Manifest, StringComparison.Ordinal))
                File.WriteAllText(copy, File.ReadAllText(file).Replace(InJson(root.From), InJson(root.To), StringComparison.Ordinal));
            else
                File.Copy(file, copy);
        }

        foreach (var sub in Directory.EnumerateDirectories(from))
            Copy(sub, Path.Combine(to, Path.GetFileName(sub)), root);
    }

    private static string InJson(string folder) => JsonEncodedText.Encode(folder + Path.DirectorySeparatorChar).ToString();
}
