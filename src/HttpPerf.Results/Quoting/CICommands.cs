using System.Text.RegularExpressions;

namespace HttpPerf.Results.Quoting;

/// <summary>Commands that CI systems execute wherever they are printed.</summary>
/// <remarks>
/// GitHub Actions looks for <c>::command::</c> behind spaces at the start of a line and, as Azure Pipelines and TeamCity do, for
/// <c>##[</c>, <c>##vso[</c> and <c>##teamcity[</c> anywhere.
/// </remarks>
internal static partial class CICommands
{
    /// <summary>Text that no CI system takes for a command: a space is put into the marks.</summary>
    public static string Defuse(string text) =>
        AtStart().Replace(Anywhere().Replace(text, "## $1"), "$1: :");

    [GeneratedRegex(@"##(\w*\[)")]
    private static partial Regex Anywhere();

    [GeneratedRegex(@"^(\s*)::", RegexOptions.Multiline)]
    private static partial Regex AtStart();
}
