using System.Diagnostics;
using System.Text;
using HttpPerf.Reports.Exports;
using HttpPerf.Results;

namespace HttpPerf.Reports.CI;

/// <summary>Summaries, statistics and annotations, as the CI system that runs this process reads them.</summary>
internal static class CIOutput
{
    private const string SummaryName = "summary.md";
    private const string MetricsName = "metrics.txt";

    /// <summary>How long another test project may take to write its part of a summary.</summary>
    private static readonly TimeSpan LongestWrite = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan PauseBetweenTries = TimeSpan.FromMilliseconds(20);

    /// <summary>Writes the files that the system reads.</summary>
    /// <param name="results">The results of a run.</param>
    /// <param name="folder">The folder of <c>results.json</c>.</param>
    /// <param name="variable">The value of an environment variable.</param>
    /// <returns>A sentence for each file that could not be written, with the reason.</returns>
    public static IEnumerable<string> WriteFiles(ResultsDocument results, string folder, Func<string, string?> variable)
    {
        if (variable(CISystem.Switch) is "0")
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

    /// <summary>Whether there is a system that reads printed lines.</summary>
    /// <param name="variable">The value of an environment variable.</param>
    public static bool ReadsCommands(Func<string, string?> variable) =>
        variable(CISystem.Switch) is not "0"
        && (IsSet(variable, "GITHUB_ACTIONS") || IsSet(variable, "TF_BUILD") || IsTeamCity(variable));

    /// <summary>Lines to print.</summary>
    /// <param name="results">The results of a run.</param>
    /// <param name="folder">The folder of <c>results.json</c>.</param>
    /// <param name="currentFolder">The folder in which the command runs.</param>
    /// <param name="variable">The value of an environment variable.</param>
    public static IReadOnlyList<string> Commands(
        ResultsDocument results, string folder, string currentFolder, Func<string, string?> variable)
    {
        if (!ReadsCommands(variable))
            return [];
        var sources = variable("GITHUB_WORKSPACE") ?? variable("BUILD_SOURCESDIRECTORY") ?? currentFolder;
        var files = new SourceFiles(sources);
        var thresholds = results.Thresholds is { } file
            ? Path.GetRelativePath(sources, Path.GetFullPath(file.Path, folder)).Replace('\\', '/')
            : null;
        return
        [
            .. IsSet(variable, "GITHUB_ACTIONS") ? GitHub.Write(Annotation.Of(results, thresholds, files, GitHub.Most)) : [],
            .. IsSet(variable, "TF_BUILD") ? Azure.Write(Annotation.Of(results, thresholds, files, Azure.Most)) : [],
            .. IsSet(variable, "TF_BUILD") && Path.GetFullPath(SummaryName, folder) is var summary && File.Exists(summary)
                ? [Azure.UploadSummary(summary)] : Array.Empty<string>(),
            .. IsTeamCity(variable) ? TeamCity.Write(results) : [],
        ];
    }

    private static bool IsTeamCity(Func<string, string?> variable) => variable("TEAMCITY_VERSION") is { Length: > 0 };

    private static bool IsSet(Func<string, string?> variable, string name) =>
        string.Equals(variable(name), "true", StringComparison.OrdinalIgnoreCase);

    /// <summary>Others may write to it at the same time, and all together may not be longer.</summary>
    private static void AppendSummary(string file, ResultsDocument results)
    {
        using var summary = OpenAlone(file);
        var room = (int)Math.Max(0, MarkdownReport.MostBytes - summary.Length);
        summary.Seek(0, SeekOrigin.End);
        summary.Write(Encoding.UTF8.GetBytes(MarkdownReport.Write(results, [], room)));
    }

    private static FileStream OpenAlone(string file)
    {
        for (var start = Stopwatch.GetTimestamp(); ;)
            try
            {
                return new(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException e) when (
                e is not (FileNotFoundException or DirectoryNotFoundException) && Stopwatch.GetElapsedTime(start) < LongestWrite)
            {
                Thread.Sleep(PauseBetweenTries);
            }
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
