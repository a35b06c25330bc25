using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;

namespace HttpPerf.EarlierBuilds;

/// <summary>Whether two builds of the tests are the same, so that no comparison can show anything.</summary>
internal static class IdenticalBuilds
{
    /// <summary>Larger ones are no text that names a folder.</summary>
    private const int LargestText = 1_000_000;

    /// <summary>Each group of a run asks.</summary>
    private static readonly ConcurrentDictionary<(string Today, string Earlier), bool> Known = [];

    private static readonly EnumerationOptions WithoutLinks = new()
    {
        RecurseSubdirectories = true,
        AttributesToSkip = FileAttributes.ReparsePoint,
    };

    /// <summary>
    /// By all assemblies and settings, and by all other files that both have: a file of only one may have been written while it ran. The
    /// folders of their work trees, which some files name, don't count.
    /// </summary>
    /// <param name="today">The folder of one build.</param>
    /// <param name="earlier">The folder of the other one.</param>
    public static bool Are(string today, string earlier) =>
        Known.GetOrAdd((today, earlier), folders => Compare(folders.Today, folders.Earlier));

    private static bool Compare(string today, string earlier)
    {
        var (ofToday, ofEarlier) = (FilesIn(today), FilesIn(earlier));
        var (root, otherRoot) = RootsOf(today, earlier);
        return ofToday.Union(ofEarlier)
                .Where(file => IsAssembly(file) || IsOfSettings(file))
                .All(file => ofToday.Contains(file) && ofEarlier.Contains(file))
            && ofToday.Intersect(ofEarlier).All(
                file => AreEqual(Path.Combine(today, file), root, Path.Combine(earlier, file), otherRoot));
    }

    /// <summary>Without files for debuggers.</summary>
    private static HashSet<string> FilesIn(string folder) =>
    [
        .. Directory.EnumerateFiles(folder, "*", WithoutLinks)
            .Where(path => Path.GetExtension(path) != ".pdb")
            .Select(path => Path.GetRelativePath(folder, path)),
    ];

    private static bool IsAssembly(string file) => Path.GetExtension(file) is ".dll" or ".exe" or ".so" or ".dylib";

    private static bool IsOfSettings(string file) =>
        Path.GetFileName(file).StartsWith("appsettings", StringComparison.OrdinalIgnoreCase) && Path.GetExtension(file) is ".json";

    /// <summary>The folders without their common end.</summary>
    private static (string Today, string Earlier) RootsOf(string today, string earlier)
    {
        var (a, b) = (today.Split(Path.DirectorySeparatorChar), earlier.Split(Path.DirectorySeparatorChar));
        var equal = a.Reverse().Zip(b.Reverse()).TakeWhile(pair => pair.First == pair.Second).Count();
        return (string.Join(Path.DirectorySeparatorChar, a.SkipLast(equal)), string.Join(Path.DirectorySeparatorChar, b.SkipLast(equal)));
    }

    private static bool AreEqual(string path, string root, string other, string otherRoot)
    {
        var (length, otherLength) = (new FileInfo(path).Length, new FileInfo(other).Length);
        if (length == otherLength && HaveEqualBytes(path, other))
            return true;
        return !IsAssembly(path) && Math.Max(length, otherLength) <= LargestText
            && TextOf(path, root) == TextOf(other, otherRoot);
    }

    /// <summary>In parts: a whole file would stay in the heap of the process that measures.</summary>
    private static bool HaveEqualBytes(string path, string other)
    {
        using var file = File.OpenRead(path);
        using var otherFile = File.OpenRead(other);
        return SHA256.HashData(file).AsSpan().SequenceEqual(SHA256.HashData(otherFile));
    }

    private static string TextOf(string path, string root) =>
        File.ReadAllText(path, Encoding.Latin1)
            .Replace(Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(root)), "", StringComparison.Ordinal);
}
