namespace HttpPerf.Thresholds;

/// <summary>Finds <c>thresholds.json</c> in the source tree, so that messages and editors point to the source, not to a copy.</summary>
internal static class ThresholdFinder
{
    public const string FileName = "thresholds.json";

    /// <summary>The environment variable with the full or relative path of another file.</summary>
    public const string Variable = "HTTPPERF_THRESHOLDS";

    /// <summary>The full path of the file that applies to the tests in a folder.</summary>
    /// <exception cref="ThresholdsException">There is no such file, or the variable's path does not exist.</exception>
    public static string Find(string startFolder) =>
        Environment.GetEnvironmentVariable(Variable) is { } named && !string.IsNullOrWhiteSpace(named)
            ? FindNamed(named, startFolder, Environment.CurrentDirectory)
            : FindAbove(startFolder);

    /// <summary>Whether there is a file, or the variable names one.</summary>
    public static bool Exists(string startFolder) =>
        !string.IsNullOrWhiteSpace(Environment.GetEnvironmentVariable(Variable)) || FirstAbove(startFolder) is not null;

    public static string FindAbove(string startFolder) =>
        FirstAbove(startFolder) ?? throw new ThresholdsException(
            $$"""
            There is no {{FileName}}, which holds the limits of the benchmarks, in {{Path.GetFullPath(startFolder)}} or any folder above it.
            Create it at the root of the repository with this content; each test then prints the line to add for its benchmark:

              {
                "benchmarks": {
                }
              }

            Or let the environment variable {{Variable}} name a file elsewhere.
            """);

    // `dotnet test` runs tests in the folder of their assembly, whatever the user's current folder is. Searching upward from there makes
    // paths relative to the repository's root work.
    public static string FindNamed(string named, string startFolder, string currentFolder)
    {
        if (FirstIn([currentFolder, .. AndAbove(startFolder)], named) is { } found)
            return found;

        var where = Path.IsPathFullyQualified(named)
            ? Directory.Exists(named) ? "which is a folder" : "which does not exist"
            : $"which does not exist in {currentFolder}, nor in {Path.GetFullPath(startFolder)} or any folder above it";
        throw new ThresholdsException(
            $"The environment variable {Variable} is \"{named}\", {where}. "
            + $"Set it to the path of a file with limits, or unset it to use {FileName}.");
    }

    /// <summary>The nearest file of the usual name in a folder or above it; null if there is none.</summary>
    public static string? FirstAbove(string folder) => FirstIn(AndAbove(folder), FileName);

    private static string? FirstIn(IEnumerable<string> folders, string name) =>
        folders.Select(folder => Path.GetFullPath(Path.Combine(folder, name))).FirstOrDefault(File.Exists);

    private static IEnumerable<string> AndAbove(string folder)
    {
        for (var at = new DirectoryInfo(folder); at is not null; at = at.Parent)
            yield return at.FullName;
    }
}
