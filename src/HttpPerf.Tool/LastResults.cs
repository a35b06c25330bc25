using HttpPerf.Results;

namespace HttpPerf.Tool;

/// <summary>Finds the results of the last run.</summary>
internal static class LastResults
{
    /// <summary>Where a test project's results are, from its folder.</summary>
    public static readonly string Default = Path.Combine("artifacts", ResultsFile.Folder, ResultsFile.Name);

    /// <summary>In the folder, in the nearest one above it that has results, up to the repository's root, or in those below it.</summary>
    /// <returns>The full paths, at least one.</returns>
    /// <exception cref="ResultsException">There are none.</exception>
    public static IReadOnlyList<string> Find(string folder) => Find(folder, Environment.GetEnvironmentVariable("HTTPPERF_ARTIFACTS"));

    /// <param name="folder">Where to look.</param>
    /// <param name="artifacts">The folder for results that the environment sets for the tests; null or empty for none.</param>
    internal static IReadOnlyList<string> Find(string folder, string? artifacts)
    {
        if (!string.IsNullOrEmpty(artifacts)
            && Path.Combine(Path.GetFullPath(artifacts, folder), ResultsFile.Folder, ResultsFile.Name) is var set && File.Exists(set))
            return [set];
        if (SearchedFolders.From(folder).Select(at => Path.Combine(at, Default)).FirstOrDefault(File.Exists) is { } above)
            return [above];

        List<string> below = [.. Below(folder).Order(StringComparer.Ordinal)];
        return below.Count > 0 ? below : throw new ResultsException(
            $"There is no {Default} in {folder}, nor above or below it. Run the tests: dotnet test\nOr name the file.");
    }

    private static IEnumerable<string> Below(string folder)
    {
        // Work trees of earlier commits are in a hidden folder, as is git.
        var options = new EnumerationOptions { AttributesToSkip = FileAttributes.Hidden | FileAttributes.ReparsePoint };
        return Directory.EnumerateDirectories(folder, "*", options)
            .Where(sub => Path.GetFileName(sub) is not ("bin" or "obj"))
            .SelectMany(sub => Path.Combine(sub, Default) is var file && File.Exists(file) ? Below(sub).Append(file) : Below(sub));
    }

    /// <summary>A file as messages show it.</summary>
    public static string Shown(string file, string folder) => Path.GetRelativePath(folder, file).Replace('\\', '/');
}
