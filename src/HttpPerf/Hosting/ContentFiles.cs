using System.Security.Cryptography;

namespace HttpPerf.Hosting;

/// <summary>The files in a project's folder that its API may read while it runs.</summary>
internal static class ContentFiles
{
    /// <summary>Compiled files are in the API's assembly.</summary>
    private static readonly string[] Compiled =
    [
        ".cs", ".fs", ".fsi", ".vb", ".cshtml", ".razor", ".resx", ".csproj", ".fsproj", ".vbproj", ".props", ".targets", ".sln", ".slnx",
        ".user", ".md", ".http",
    ];

    /// <summary>
    /// Whether the files are the same in two folders. A file that only one of them has counts if a publish would take it: others may have
    /// been left there by the API itself, e.g. a database.
    /// </summary>
    public static bool AreEqual(string folder, string other)
    {
        var (files, others) = (Find(folder), Find(other));
        return files.Union(others)
            .Where(file => IsPublished(file) || (files.Contains(file) && others.Contains(file)))
            .All(file => HaveEqualBytes(Path.Combine(folder, file), Path.Combine(other, file)));
    }

    /// <summary>Whether two files have the same size, or neither exists.</summary>
    public static bool HaveEqualSizes(string path, string other)
    {
        var (file, otherFile) = (new FileInfo(path), new FileInfo(other));
        return file.Exists == otherFile.Exists && (!file.Exists || file.Length == otherFile.Length);
    }

    /// <summary>Whether two files have the same bytes, or neither exists.</summary>
    public static bool HaveEqualBytes(string path, string other)
    {
        var (file, otherFile) = (new FileInfo(path), new FileInfo(other));
        if (!HaveEqualSizes(path, other) || !file.Exists)
            return !file.Exists && !otherFile.Exists;
        // Data may be large.
        using var bytes = file.OpenRead();
        using var otherBytes = otherFile.OpenRead();
        return SHA256.HashData(bytes).AsSpan().SequenceEqual(SHA256.HashData(otherBytes));
    }

    private static HashSet<string> Find(string folder) => [.. Below(folder).Select(path => Path.GetRelativePath(folder, path))];

    private static IEnumerable<string> Below(string folder)
    {
        var options = new EnumerationOptions { AttributesToSkip = FileAttributes.Hidden | FileAttributes.ReparsePoint };
        return Directory.EnumerateFiles(folder, "*", options)
            .Where(path => !Compiled.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase))
            .Concat(Directory.EnumerateDirectories(folder, "*", options)
                .Where(sub => Path.GetFileName(sub) is not ("bin" or "obj" or "artifacts" or "node_modules" or "Properties"))
                // Another project, e.g. the tests.
                .Where(sub => !Directory.EnumerateFiles(sub, "*.*proj").Any())
                .SelectMany(Below));
    }

    /// <summary>As the web SDK chooses by default.</summary>
    private static bool IsPublished(string file) =>
        file.StartsWith("wwwroot" + Path.DirectorySeparatorChar, StringComparison.Ordinal)
        || Path.GetExtension(file) is ".json" or ".config";
}
