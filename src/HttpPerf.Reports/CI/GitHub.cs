namespace HttpPerf.Reports.CI;

/// <summary>Workflow commands of GitHub Actions.</summary>
/// <remarks>As its toolkit escapes them: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts</remarks>
internal static class GitHub
{
    /// <summary>How many errors, and how many warnings, a step shows.</summary>
    public const int Most = 10;

    public static IEnumerable<string> Write(IEnumerable<Annotation> annotations) => annotations.Select(annotation =>
    {
        var place = annotation.File is null ? "" : FormattableString.Invariant($"file={Property(annotation.File)},line={annotation.Line},");
        return $"::{(annotation.IsError ? "error" : "warning")} {place}title={Property(annotation.Title)}::{Data(annotation.Message)}";
    });

    private static string Data(string text) => text.Replace("%", "%25").Replace("\r", "%0D").Replace("\n", "%0A");

    private static string Property(string text) => Data(text).Replace(":", "%3A").Replace(",", "%2C");
}
