using HttpPerf.Accepting;
using HttpPerf.Discovery;
using HttpPerf.Model;
using HttpPerf.Pipeline;
using HttpPerf.Reporting;
using HttpPerf.Reports.CI;
using HttpPerf.Reports.Html;
using HttpPerf.Results;
using HttpPerf.Results.Quoting;

namespace HttpPerf;

/// <summary>
/// The measurements of this process. <c>[PerfTheory]</c> ends a run by itself; under another test framework, call <see cref="End()"/> once
/// after all tests.
/// </summary>
public static class PerfRun
{
    /// <summary>Ends a run: writes the summary of a CI system that wants one, and the limits that a failed run would have met.</summary>
    /// <returns>
    /// Lines to show: how many cases passed, which figures are closest to their limits, which are better, and where the results are.
    /// Empty if nothing was measured.
    /// </returns>
    public static IReadOnlyList<string> End() =>
    [
        .. End(PerfSession.Default),
        // A filter may have left out groups that would have used them.
        .. ParameterLifetime.EndAll(),
    ];

    internal static IReadOnlyList<string> End(PerfSession session) =>
    [
        .. session.Run.DryReason is { } reason
            ? [$"Every case was called once. Nothing was measured or judged, because {reason}."]
            : session.Runs.Where(results => results.Document.Groups.Count > 0)
                .SelectMany(results => End(session.Run, results)).Select(Quotation.Show),
    ];

    private static IEnumerable<string> End(RunContext run, RunResults results)
    {
        var (document, report) = (results.Document, Path.Combine(results.Folder, HtmlReport.Name));
        return
        [
            .. RunSummary.Write(document, results.Tested, Shorten(report)),
            .. WriteReport(document, report),
            .. ReceivedLimits.Write(document, results.Folder, results.ThresholdsPath),
            .. CIOutput.WriteFiles(document, results.Folder, run.FindVariable),
        ];
    }

    /// <returns>Why it could not be written, if so.</returns>
    private static IEnumerable<string> WriteReport(ResultsDocument results, string file)
    {
        try
        {
            WholeFile.Write(file, HtmlReport.Write([new(results, [])]));
            return [];
        }
        catch (Exception e)
        {
            var reason = e is IOException or UnauthorizedAccessException ? e.Message : $"{e.GetType()}: {e.Message} Please report this.";
            return [$"The report could not be written to {file}: {reason} The verdicts are unaffected."];
        }
    }

    /// <summary>From the current folder, if that contains it.</summary>
    private static string Shorten(string path)
    {
        var relative = Path.GetRelativePath(Environment.CurrentDirectory, path);
        return relative.StartsWith("..", StringComparison.Ordinal) ? path : relative;
    }
}
