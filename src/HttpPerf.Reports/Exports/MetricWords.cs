using System.Text.RegularExpressions;

namespace HttpPerf.Reports.Exports;

/// <summary>The words that a metric's name consists of.</summary>
internal static partial class MetricWords
{
    /// <summary><c>server.cpuTime</c> has <c>server</c>, <c>cpu</c> and <c>time</c>.</summary>
    public static IReadOnlyList<string> Of(string metric) => [.. Pattern().Matches(metric).Select(word => word.Value.ToLowerInvariant())];

    public static string Join(char separator, string metric) => string.Join(separator, Of(metric));

    [GeneratedRegex("[A-Z]?[a-z0-9]+|[A-Z0-9]+(?![a-z])")]
    private static partial Regex Pattern();
}
