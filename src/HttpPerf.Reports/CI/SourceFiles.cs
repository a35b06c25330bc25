using System.Text.RegularExpressions;

namespace HttpPerf.Reports.CI;

/// <summary>Finds source files of a repository by the names that messages give them: <c>Orders.cs:41</c>.</summary>
/// <param name="root">The root of the repository.</param>
internal sealed partial class SourceFiles(string root)
{
    private static readonly EnumerationOptions Visible =
        new() { AttributesToSkip = FileAttributes.Hidden | FileAttributes.ReparsePoint };

    private readonly Lazy<ILookup<string, string>> _files = new(() =>
        Directory.Exists(root) ? Find(root).ToLookup(file => Path.GetFileName(file)) : Array.Empty<string>().ToLookup(file => file));

    /// <summary>The first place that a text names.</summary>
    /// <returns>The file from the root, with slashes; null if no place is named, or if not exactly one file has that name.</returns>
    public (string File, int Line)? FindPlace(string text) =>
        Place().Match(text) is { Success: true, Groups: var place }
        && int.TryParse(place["line"].ValueSpan, out var line)
        && _files.Value[place["file"].Value].Take(2).ToList() is [var only]
            ? (Path.GetRelativePath(root, only).Replace('\\', '/'), line)
            : null;

    private static IEnumerable<string> Find(string folder) => Directory.EnumerateFiles(folder, "*", Visible)
        .Where(file => Path.GetExtension(file) is ".cs" or ".fs" or ".vb" or ".razor" or ".cshtml")
        .Concat(Directory.EnumerateDirectories(folder, "*", Visible)
            .Where(sub => Path.GetFileName(sub) is not ("bin" or "obj" or "artifacts" or "node_modules"))
            .SelectMany(Find));

    [GeneratedRegex(@"\((?<file>[^()\s:/\\]+):(?<line>\d{1,9})\)")]
    private static partial Regex Place();
}
