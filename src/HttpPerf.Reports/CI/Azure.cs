namespace HttpPerf.Reports.CI;

/// <summary>Logging commands of Azure Pipelines.</summary>
/// <remarks>
/// As its agent reads them: https://github.com/microsoft/azure-pipelines-agent/blob/master/src/Agent.Sdk/CommandStringConvertor.cs
/// </remarks>
internal static class Azure
{
    /// <summary>The page of a build shows so many issues of a task.</summary>
    public const int Most = 10;

    public static IEnumerable<string> Write(IEnumerable<Annotation> annotations) => annotations.Select(annotation =>
    {
        var place = annotation.File is null
            ? ""
            : FormattableString.Invariant($"sourcepath={Property(annotation.File)};linenumber={annotation.Line};");
        return $"##vso[task.logissue type={(annotation.IsError ? "error" : "warning")};{place}]"
            + Data($"{annotation.Title}: {annotation.Message}");
    });

    /// <param name="path">The full path of a Markdown file.</param>
    public static string UploadSummary(string path) => $"##vso[task.uploadsummary]{Data(path)}";

    private static string Data(string text) => text.Replace("%", "%AZP25").Replace("\r", "%0D").Replace("\n", "%0A");

    private static string Property(string text) => Data(text).Replace("]", "%5D").Replace(";", "%3B");
}
