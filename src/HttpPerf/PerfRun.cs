using System.ComponentModel;
using HttpPerf.Reporting;

namespace HttpPerf;

/// <summary>The measurements of this process, for adapters of test frameworks.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class PerfRun
{
    /// <summary>Ends a run: writes the summary of a CI system that wants one, and the limits that a failed run would have met.</summary>
    /// <returns>
    /// What to show, one line after another: how many cases passed, what is closest to its limit, what is better than it, and where the
    /// results are. Empty if nothing was measured.
    /// </returns>
    public static IReadOnlyList<string> End() =>
        [.. PerfSession.Current.Runs.Where(run => run.Document.Groups.Count > 0).SelectMany(End)];

    private static IEnumerable<string> End(RunResults run) =>
    [
        .. RunSummary.Write(run.Document, Shorten(run.FilePath)),
        .. ReceivedLimits.Write(run.Document, Path.GetDirectoryName(run.FilePath)!, run.ThresholdsPath),
        .. StepSummary.Write(run.Document),
    ];

    /// <summary>From the current folder, if that contains it.</summary>
    private static string Shorten(string path)
    {
        var relative = Path.GetRelativePath(Environment.CurrentDirectory, path);
        return relative.StartsWith("..", StringComparison.Ordinal) ? path : relative;
    }
}
