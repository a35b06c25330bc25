using HttpPerf.Results.Exports;
using HttpPerf.Results.Reports;

namespace HttpPerf.Results.CI;

/// <summary>The CI system that runs this process, and what it wants to be told.</summary>
internal static class CISystem
{
    /// <summary>"0" to tell it nothing.</summary>
    public const string Switch = "HTTPPERF_CI";

    private const string SummaryName = "summary.md";
    private const string MetricsName = "metrics.txt";

    /// <summary>Whether a system says that it runs this process, so that nobody looks at what is accepted.</summary>
    /// <param name="variable">The value of an environment variable.</param>
    public static bool IsRunning(Func<string, string?> variable) =>
        variable("CI") is not (null or "" or "false") || IsSet(variable, "TF_BUILD") || IsTeamCity(variable);

    /// <summary>Writes the files that it reads.</summary>
    /// <param name="results">What was measured.</param>
    /// <param name="folder">The folder of <c>results.json</c>.</param>
    /// <param name="variable">The value of an environment variable.</param>
    /// <returns>What could not be written, and why.</returns>
    public static IEnumerable<string> WriteFiles(ResultsDocument results, string folder, Func<string, string?> variable)
    {
        if (variable(Switch) is "0")
            return [];
        return
        [
            .. variable("GITHUB_STEP_SUMMARY") is { Length: > 0 } summary
                ? Write(summary, file => AppendSummary(file, results)) : [],
            .. IsSet(variable, "TF_BUILD")
                ? Write(Path.Combine(folder, SummaryName), file => WholeFile.Write(file, MarkdownReport.Write(results, []))) : [],
            .. IsSet(variable, "GITLAB_CI")
                ? Write(Path.Combine(folder, MetricsName), file => WholeFile.Write(file, OpenMetricsText.Write([results]))) : [],
        ];
    }

    /// <summary>Whether there is a system that reads what is printed.</summary>
    /// <param name="variable">The value of an environment variable.</param>
    public static bool ReadsCommands(Func<string, string?> variable) =>
        variable(Switch) is not "0"
        && (IsSet(variable, "GITHUB_ACTIONS") || IsSet(variable, "TF_BUILD") || IsTeamCity(variable));

    /// <summary>What has to be printed, each at the start of a line.</summary>
    /// <param name="results">What was measured.</param>
    /// <param name="folder">The folder of <c>results.json</c>.</param>
    /// <param name="currentFolder">The folder in which the command runs.</param>
    /// <param name="variable">The value of an environment variable.</param>
    public static IReadOnlyList<string> Commands(
        ResultsDocument results, string folder, string currentFolder, Func<string, string?> variable)
    {
        if (!ReadsCommands(variable))
            return [];
        var sources = variable("GITHUB_WORKSPACE") ?? variable("BUILD_SOURCESDIRECTORY") ?? currentFolder;
        var thresholds = results.Thresholds is { } file
            ? Path.GetRelativePath(sources, Path.GetFullPath(file.Path, folder)).Replace('\\', '/')
            : null;
        return
        [
            .. IsSet(variable, "GITHUB_ACTIONS") ? GitHub.Write(Annotation.Of(results, thresholds, GitHub.Most)) : [],
            .. IsSet(variable, "TF_BUILD") ? Azure.Write(Annotation.Of(results, thresholds, Azure.Most)) : [],
            .. IsSet(variable, "TF_BUILD") && Path.GetFullPath(SummaryName, folder) is var summary && File.Exists(summary)
                ? [Azure.UploadSummary(summary)] : Array.Empty<string>(),
            .. IsTeamCity(variable) ? TeamCity.Write(results) : [],
        ];
    }

    private static bool IsTeamCity(Func<string, string?> variable) => variable("TEAMCITY_VERSION") is { Length: > 0 };

    private static bool IsSet(Func<string, string?> variable, string name) =>
        string.Equals(variable(name), "true", StringComparison.OrdinalIgnoreCase);

    /// <summary>Others may have written to it, and all together may not be longer.</summary>
    private static void AppendSummary(string file, ResultsDocument results)
    {
        var written = new FileInfo(file) is { Exists: true } existing ? existing.Length : 0;
        File.AppendAllText(file, MarkdownReport.Write(results, [], (int)Math.Max(0, MarkdownReport.MostBytes - written)));
    }

    private static IEnumerable<string> Write(string file, Action<string> write)
    {
        try
        {
            write(file);
            return [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [$"The results could not be written to {file}: {e.Message}"];
        }
    }
}
