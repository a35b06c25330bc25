using HttpPerf.Results;

namespace HttpPerf.Thresholds;

/// <summary>Finds <c>thresholds.json</c> in the source tree, so that messages and editors point to the source, not to a copy.</summary>
internal static class ThresholdFinder
{
    public const string FileName = "thresholds.json";

    /// <summary>The environment variable with the full or relative path of another file.</summary>
    public const string Variable = "HTTPPERF_THRESHOLDS";

    /// <summary>The file that applies to the tests of a project.</summary>
    /// <param name="tests">The full path of the test assembly's folder.</param>
    /// <param name="project">The full path of the project file; null if it is not known.</param>
    /// <param name="named">The variable's value; null if it is not set.</param>
    /// <exception cref="ThresholdsException">There is no such file, or the variable's path does not exist.</exception>
    public static FoundThresholds Find(string tests, string? project, string? named) => named is null
        ? FindNearest(tests, project)
        : new(FindNamed(named, tests, project, Environment.CurrentDirectory), []);

    /// <summary>Whether there is a file of the usual name.</summary>
    public static bool Exists(string tests, string? project) => FilesIn(Folders(tests, project), FileName).Any();

    /// <summary>The nearest file of the usual name.</summary>
    public static FoundThresholds FindNearest(string tests, string? project)
    {
        List<string> files = [.. FilesIn(Folders(tests, project), FileName)];
        if (files.Count == 0)
            throw new ThresholdsException(
                $$"""
                There is no {{FileName}}, which holds the limits of the benchmarks, in {{Describe(tests, project)}}.
                Create it in the folder of the test project with this content; each test then prints the line to add for its benchmark:

                  {
                    "benchmarks": {
                    }
                  }

                Or let the environment variable {{Variable}} name a file elsewhere.
                """);

        // A build may copy the file beside the tests. Users edit its source.
        var copy = Path.Combine(Path.GetFullPath(tests), FileName);
        var found = files[0] == copy ? files.Skip(1).FirstOrDefault(file => HaveEqualText(file, copy)) ?? copy : files[0];
        return new(found, [.. files.Where(file => file != found && !HaveEqualText(file, found))]);
    }

    // `dotnet test` runs tests in the folder of their assembly, whatever the user's current folder is. Searching upward from the project
    // makes paths relative to the repository's root work.
    public static string FindNamed(string named, string tests, string? project, string currentFolder)
    {
        if (FilesIn([currentFolder, .. Folders(tests, project)], named).FirstOrDefault() is { } found)
            return found;

        var where = Path.IsPathFullyQualified(named)
            ? Directory.Exists(named) ? "which is a folder" : "which does not exist"
            : $"which does not exist in {currentFolder}, nor in {Describe(tests, project)}";
        throw new ThresholdsException(
            $"The environment variable {Variable} is \"{named}\", {where}. "
            + $"Set it to the path of a file with limits, or unset it to use {FileName}.");
    }

    /// <summary>
    /// The output of a build may be far from its project, e.g. in <c>artifacts/bin</c>. The build has copied files that the project links
    /// beside the tests, which is nearer than any folder above the project.
    /// </summary>
    private static IEnumerable<string> Folders(string tests, string? project) =>
        Path.GetDirectoryName(project) is { } own
            ? [own, tests, .. SearchedFolders.From(own).Skip(1)]
            : SearchedFolders.From(tests);

    private static string Describe(string tests, string? project)
    {
        var own = Path.GetDirectoryName(project) ?? Path.GetFullPath(tests);
        var last = SearchedFolders.From(own).Last();
        return own + (last == own ? "" : $" or a folder above it, up to {last}") + (project is null ? "" : $", nor in {tests}");
    }

    private static IEnumerable<string> FilesIn(IEnumerable<string> folders, string name) =>
        folders.Select(folder => Path.GetFullPath(Path.Combine(folder, name))).Where(File.Exists).Distinct();

    private static bool HaveEqualText(string file, string other) =>
        File.ReadAllBytes(file).AsSpan().SequenceEqual(File.ReadAllBytes(other));
}
