using System.ComponentModel;
using HttpPerf.Reporting;

namespace HttpPerf;

/// <summary>The measurements of this process, for adapters of test frameworks.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class PerfRun
{
    /// <summary>What to show at the end of a run.</summary>
    /// <returns>
    /// One line after another: how many cases passed, what is closest to its limit, what is better than it, and where the results are.
    /// Empty if nothing was measured.
    /// </returns>
    public static IReadOnlyList<string> Summarize() =>
        [.. PerfSession.Current.Runs.SelectMany(run => RunSummary.Write(run.Document, Shorten(run.FilePath)))];

    /// <summary>From the current folder, if that contains it.</summary>
    private static string Shorten(string path)
    {
        var relative = Path.GetRelativePath(Environment.CurrentDirectory, path);
        return relative.StartsWith("..", StringComparison.Ordinal) ? path : relative;
    }
}
