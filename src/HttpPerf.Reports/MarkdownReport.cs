using System.Text;
using System.Text.RegularExpressions;
using HttpPerf.Results;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Reports;

/// <summary>Writes results for pull requests and job summaries: cases that didn't pass in full, everything else folded.</summary>
internal static partial class MarkdownReport
{
    /// <summary>The maximum that GitHub accepts as the summary of a step: 1 MiB.</summary>
    public const int MostBytes = 1024 * 1024;

    private const string CutOff = "\n\n…\n\nThe rest is left out, because a summary can't be longer. Everything is in results.json.\n";

    /// <summary>In display order; a column is shown if any case has the metric.</summary>
    private static readonly (string Metric, string Header)[] Columns =
    [
        (Metric.MedianTime.Name, "median"),
        (Metric.TimeRatio.Name, "time ratio"),
        (Metric.TimeRatioP95.Name, "p95 ratio"),
        (Metric.AgainstTimeRatio.Name, "time vs before"),
        (Metric.AllocatedBytes.Name, "allocated"),
        (Metric.AllocatedRatio.Name, "alloc ratio"),
        (Metric.AgainstAllocatedBytes.Name, "bytes vs before"),
        (Metric.ServerAllocatedBytes.Name, "server alloc"),
        (Metric.AgainstServerAllocatedBytes.Name, "server vs before"),
    ];

    /// <param name="results">The results of a run.</param>
    /// <param name="notRun">Cases that should have been measured, too.</param>
    /// <param name="mostBytes">How long the text may be, in UTF-8.</param>
    /// <returns>Nothing if there is no room even for the notice that something is left out.</returns>
    public static string Write(ResultsDocument results, IReadOnlyList<string> notRun, int mostBytes = MostBytes) =>
        Write(new ReportedSuite(results, notRun), mostBytes);

    /// <inheritdoc cref="Write(ResultsDocument, IReadOnlyList{string}, int)"/>
    public static string Write(ReportedSuite suite, int mostBytes = MostBytes)
    {
        var text = new StringBuilder();
        var room = mostBytes - Encoding.UTF8.GetByteCount(CutOff);
        foreach (var section in Sections(suite))
        {
            room -= Encoding.UTF8.GetByteCount(section);
            if (room < 0)
                return room + Encoding.UTF8.GetByteCount(section) < 0 ? "" : $"{text}{CutOff}";
            text.Append(section);
        }

        return $"{text}";
    }

    private static IEnumerable<string> Sections(ReportedSuite suite)
    {
        var (results, notRun) = suite;
        var leftOut = suite.IsOfSeveralJobs ? "**Not run**" : "Left out of this run";
        return
        [
            $"## {Escape(results.Tests.Name)}: {Words.Count(results)}\n",
            results.Against is { } against ? $"\nCompared with the build {Escape(against)}.\n" : "",
            notRun.Count > 0 ? $"\n{leftOut}: {Escape(string.Join(", ", notRun))}\n" : "",
            .. results.Cases.Where(c => c.Verdict is not (CaseVerdict.Passed or CaseVerdict.Inconclusive)).Select(WriteMessage),
            .. results.Cases.Where(c => c.Verdict is CaseVerdict.Inconclusive).Select(WriteMessage),
            .. results.Groups.Select(WriteGroup),
            $"\n{Escape(Words.Describe(results))}\n",
        ];
    }

    private static string WriteMessage(CaseResults failed)
    {
        var message = Quotation.Show(failed.Message ?? "");
        // A fence is longer than any in the message.
        var fence = new string('`', Backticks().Matches(message).Select(m => m.Length + 1).Append(3).Max());
        return $"\n### {Escape(failed.Name)}: {Describe(failed.Verdict)}\n\n{fence}\n{message}\n{fence}\n";
    }

    private static string WriteGroup(GroupResults group)
    {
        var limited = group.Cases.SelectMany(c => c.Limits).Select(limit => (limit.Metric, Header: limit.Metric));
        var columns = Columns.Concat(limited)
            .DistinctBy(column => column.Metric)
            .Where(column => group.Cases.Any(c => c.Metrics.ContainsKey(column.Metric)))
            .ToList();
        return $"\n<details><summary>{Escape(group.Name)}</summary>\n\n"
            + $"| case | {string.Concat(columns.Select(column => $"{Escape(column.Header)} | "))}verdict |\n"
            + $"|---|{string.Concat(columns.Select(_ => "---:|"))}---|\n"
            + string.Concat(group.Cases.Select(WriteRow))
            + "\n"
            + string.Concat(group.Hosts.Concat(group.Notes).Select(note => $"- {Escape(note)}\n"))
            + "\n</details>\n";

        string WriteRow(CaseResults one) =>
            $"| {Escape(Words.NameOf(one))} | {string.Concat(columns.Select(c => $"{Cell(one, c.Metric)} | "))}{Describe(one.Verdict)} |\n";
    }

    private static string Cell(CaseResults one, string metric) => one.Metrics.GetValueOrDefault(metric) is not { } figure ? "-"
        : figure is { IsExact: false, Lower: { } lower, Upper: { } upper } && Metric.Find(metric) is { IsRatio: true }
            ? Escape(FormattableString.Invariant($"{figure.Text} ({lower:0.00}…{upper:0.00})"))
        : Escape(figure.Text);

    private static string Describe(CaseVerdict verdict) =>
        verdict is CaseVerdict.Passed or CaseVerdict.Inconclusive ? Words.Of(verdict) : $"**{Words.Of(verdict)}**";

    /// <summary>
    /// Names and parameters contain what Markdown and HTML take for markup, or GitHub for the name of somebody to notify, and line breaks
    /// would end a table.
    /// </summary>
    private static string Escape(string text) =>
        Markup().Replace(VisibleText.Line(LineBreaks().Replace(text, " ")), match => $"&#{(int)match.Value[0]};");

    [GeneratedRegex(@"[\\`*_{}\[\]<>|#~&@]")]
    private static partial Regex Markup();

    [GeneratedRegex(@"\s*[\r\n]+\s*", RegexOptions.NonBacktracking)]
    private static partial Regex LineBreaks();

    [GeneratedRegex("`+")]
    private static partial Regex Backticks();
}
