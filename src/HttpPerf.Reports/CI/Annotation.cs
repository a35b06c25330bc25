using HttpPerf.Results;

namespace HttpPerf.Reports.CI;

/// <summary>A message that a CI system shows beside the code.</summary>
/// <param name="IsError">Whether it fails the build.</param>
/// <param name="Title">The case, or what the message is about.</param>
/// <param name="File">
/// In the repository, the file with the limit or, in a comparison with an earlier build, with the code that has grown; null for none.
/// </param>
/// <param name="Line">The line; 0 without a file.</param>
/// <param name="Message">The verdict in words.</param>
internal sealed record Annotation(bool IsError, string Title, string? File, int Line, string Message)
{
    /// <summary>Systems cut off or refuse longer messages. Everything is in the report.</summary>
    private const int LongestMessage = 4000;

    /// <summary>Every case that didn't pass, errors first.</summary>
    /// <param name="results">The results.</param>
    /// <param name="thresholds">The file with the limits, in the repository; null for none.</param>
    /// <param name="sources">The source files of the repository.</param>
    /// <param name="most">How many of a kind the system shows. The last one then says how many there are more.</param>
    public static IReadOnlyList<Annotation> Of(ResultsDocument results, string? thresholds, SourceFiles sources, int most)
    {
        var all = results.Cases.Where(c => c.Verdict != CaseVerdict.Passed).Select(c => Of(c, thresholds, sources)).ToList();
        return [.. Limit(all.FindAll(a => a.IsError), most), .. Limit(all.FindAll(a => !a.IsError), most)];
    }

    private static Annotation Of(CaseResults judged, string? thresholds, SourceFiles sources)
    {
        var broken = judged.Limits.Where(limit => limit.IsBroken).ToList();
        var open = judged.Limits.Where(limit => limit.Status is LimitStatus.Undecided or LimitStatus.Unjudged);
        var decisive = (broken.Count > 0 ? broken : open).FirstOrDefault(limit => limit.Line > 0);
        var message = judged.Message ?? Words.Of(judged.Verdict);
        (string File, int Line)? place = (decisive, thresholds) is ({ Line: var line }, { } file)
            ? (file, line)
            : FindGrowth(judged, broken, sources);
        return new(
            judged.Verdict != CaseVerdict.Inconclusive,
            judged.Name,
            place?.File,
            place?.Line ?? 0,
            message.Length > LongestMessage ? $"{message[..LongestMessage]}…" : message);
    }

    private static (string File, int Line)? FindGrowth(CaseResults judged, IEnumerable<LimitResults> broken, SourceFiles sources) => broken
        .Select(limit => judged.Growth?.GetValueOrDefault(limit.Metric) is { } growth ? sources.FindPlace(growth) : null)
        .FirstOrDefault(place => place is not null);

    private static IEnumerable<Annotation> Limit(List<Annotation> ofKind, int most) => ofKind.Count <= most
        ? ofKind
        : ofKind.Take(most - 1).Append(new(
            ofKind[0].IsError,
            "HttpPerf",
            null,
            0,
            FormattableString.Invariant($"{ofKind.Count - most + 1} more cases, e.g. {ofKind[most - 1].Title}. The report shows all.")));
}
