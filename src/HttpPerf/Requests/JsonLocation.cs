using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace HttpPerf.Requests;

/// <summary>
/// A JSONPath to a single value, e.g. <c>$.items[0].id</c>: members and indexes, no filters. A library for all of JSONPath would be loaded
/// into every process that measures.
/// </summary>
internal static partial class JsonLocation
{
    /// <summary>The value's text; null if there is none there.</summary>
    /// <exception cref="JsonException">The text is no JSON.</exception>
    public static string? Find(string json, string path)
    {
        using var document = JsonDocument.Parse(json);
        var value = document.RootElement;
        foreach (Match step in Steps().Matches(path))
        {
            var isIndex = step.Groups["index"].Success;
            if (isIndex)
            {
                var index = int.Parse(step.Groups["index"].Value, CultureInfo.InvariantCulture);
                if (value.ValueKind != JsonValueKind.Array || index >= value.GetArrayLength())
                    return null;
                value = value[index];
            }
            else if (value.ValueKind != JsonValueKind.Object || !value.TryGetProperty(step.Groups["name"].Value, out value))
            {
                return null;
            }
        }

        return value.ValueKind == JsonValueKind.String ? value.GetString() : value.GetRawText();
    }

    /// <summary>Whether a path is one of those that this class knows.</summary>
    public static bool IsKnown(string path) => Whole().IsMatch(path);

    [GeneratedRegex(@"\.(?<name>[^.\[\]]+)|\[(?<index>\d{1,6})\]|\['(?<name>[^']*)'\]|\[""(?<name>[^""]*)""\]")]
    private static partial Regex Steps();

    [GeneratedRegex(@"^\$(\.[^.\[\]*]+|\[\d{1,6}\]|\['[^']*'\]|\[""[^""]*""\])*$")]
    private static partial Regex Whole();
}
