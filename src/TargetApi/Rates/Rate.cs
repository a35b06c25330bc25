using System.Text.Json.Serialization;

namespace TargetApi.Rates;

/// <summary>The worth of one unit of a pair's first currency in its second.</summary>
/// <param name="Value">On the wire: <c>rate</c>.</param>
/// <param name="Timestamp">Seconds since 1970, UTC.</param>
public readonly record struct Rate([property: JsonPropertyName("rate")] decimal Value, long Timestamp);
