using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace HttpPerf.Judging.Limits;

/// <summary>Formats names, numbers and units for messages about limits.</summary>
internal static class Wording
{
    private const int LongestQuote = 200;

    /// <summary>The text in quotes and on one line, truncated if it is long.</summary>
    public static string Quote(string text) => Json(Cut(text));

    public static string Cut(string text) => text.Length <= LongestQuote ? text : string.Concat(text.AsSpan(0, LongestQuote), "…");

    /// <summary>The text as a JSON string; only what JSON forbids is escaped, so that names stay readable.</summary>
    public static string Json(string text) => $"\"{JsonEncodedText.Encode(text, JavaScriptEncoder.UnsafeRelaxedJsonEscaping)}\"";

    /// <summary>The number as JSON writes it, in every culture.</summary>
    public static string Json(double number) => number.ToString("R", CultureInfo.InvariantCulture);

    public static string InWords(this Unit unit) => unit switch
    {
        Unit.Bytes => "bytes per operation",
        Unit.Nanoseconds => "nanoseconds per operation",
        Unit.Ratio => "multiples of the baseline's figure",
        Unit.PerThousandOperations => "events per 1,000 operations",
        Unit.PerSecond => "events per second",
        Unit.PerOperation => "events per operation",
        Unit.RoundTrips => "round trips per operation",
        _ => throw new ArgumentOutOfRangeException(nameof(unit), unit, "The unit has no words yet."),
    };

    /// <summary>A sentence that proposes the nearest known name, if any is near, and lists all of them.</summary>
    public static string Known(string text, string plural, IReadOnlyList<string> known)
    {
        var nearest = Nearest.Order(text, known);
        var hint = Nearest.IsNear(text, nearest[0]) ? $"Did you mean {Quote(nearest[0])}? " : "";
        return $"{hint}The {plural}, nearest first: {string.Join(", ", nearest.Select(Quote))}.";
    }
}
