namespace HttpPerf.Tool;

/// <summary>The projects of a solution.</summary>
internal static class SolutionProjects
{
    private const string Library = "HttpPerf";

    /// <summary>Those whose files name the library, in the same order.</summary>
    /// <inheritdoc cref="Find"/>
    public static async Task<IReadOnlyList<string>> FindWithPerformanceTests(string solution, CancellationToken cancellation) =>
    [
        .. (await Find(solution, cancellation))
            .Where(HasPerformanceTests),
    ];

    /// <summary>Whether a project file names the library.</summary>
    public static bool HasPerformanceTests(string project) =>
        File.ReadAllText(project).Contains(Library, StringComparison.Ordinal);

    /// <summary>Their full paths; empty if there is no such solution.</summary>
    /// <param name="solution">The full path of its file, or of its folder.</param>
    /// <param name="cancellation">Ends the command.</param>
    public static async Task<IReadOnlyList<string>> Find(string solution, CancellationToken cancellation)
    {
        var isFolder = Directory.Exists(solution);
        var folder = isFolder ? solution : Path.GetDirectoryName(solution)!;
        string[] named = isFolder ? [] : [solution];
        var list = await ChildProcess.CaptureDotnet(["sln", .. named, "list"], folder, cancellation);
        return
        [
            .. list.Output.Split('\n')
                .Select(line => line.Trim())
                .Where(line => line.EndsWith("proj", StringComparison.Ordinal))
                .Select(line => Path.GetFullPath(line.Replace('\\', Path.DirectorySeparatorChar), folder))
                .Where(File.Exists),
        ];
    }
}
