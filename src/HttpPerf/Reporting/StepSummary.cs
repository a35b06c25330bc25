using HttpPerf.Results;
using HttpPerf.Results.Reports;
using HttpPerf.Thresholds;

namespace HttpPerf.Reporting;

/// <summary>Writes the results into the summary of a step in GitHub Actions, whose file a variable names.</summary>
internal static class StepSummary
{
    private const string FileVariable = "GITHUB_STEP_SUMMARY";

    /// <returns>Why it could not be written, if so.</returns>
    public static IEnumerable<string> Write(ResultsDocument results)
    {
        if (Environment.GetEnvironmentVariable(FileVariable) is not { Length: > 0 } file
            || Environment.GetEnvironmentVariable(Variables.CI) is "0")
            return [];
        try
        {
            // Others may have written to it, and all together may not be longer.
            var written = new FileInfo(file) is { Exists: true } existing ? existing.Length : 0;
            File.AppendAllText(file, MarkdownReport.Write(results, [], (int)Math.Max(0, MarkdownReport.MostBytes - written)));
            return [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [$"The summary could not be written to {file}: {e.Message}"];
        }
    }
}
