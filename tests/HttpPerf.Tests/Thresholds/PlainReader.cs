using System.Text;
using System.Text.Json;
using HttpPerf.Model;
using HttpPerf.Thresholds;

namespace HttpPerf.Tests.Thresholds;

/// <summary>
/// Reads a file in the most straightforward way, without places and messages: what the library's reader takes out of a file, or
/// refuses, has to agree with it.
/// </summary>
internal static class PlainReader
{
    private static readonly JsonDocumentOptions Options = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };

    /// <summary>Every limit and setting, one a line; null for a file that is wrong.</summary>
    public static IReadOnlyList<string>? Read(byte[] text)
    {
        var withoutMark = text.AsSpan().StartsWith(Encoding.UTF8.GetPreamble()) ? text.AsMemory(3) : text;
        try
        {
            using var document = JsonDocument.Parse(withoutMark, Options);
            return Members(document.RootElement).ToDictionary(m => m.Name, m => m.Value) is var sections
                && sections.ContainsKey("benchmarks")
                ? [.. sections.SelectMany(Section)]
                : null;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or ArgumentException or FormatException)
        {
            // Not JSON, of another type, a name twice, or none of those that there are.
            return null;
        }
    }

    public static string Line(string entry, string metric, double? min, double? max, IEnumerable<double>? amounts) =>
        $"{entry}\n{metric} {(amounts is null ? $"{min:R}…{max:R}" : string.Join(' ', amounts))}";

    private static IEnumerable<string> Section(KeyValuePair<string, JsonElement> section) => section.Key switch
    {
        "$schema" => Require(section.Value.ValueKind == JsonValueKind.String, Array.Empty<string>()),
        "settings" => Members(section.Value).DistinctOrThrow().Select(m => Setting(m.Name, m.Value)),
        "benchmarks" => Members(section.Value).DistinctOrThrow().SelectMany(m => Entry(m.Name, m.Value)),
        _ => throw new FormatException(),
    };

    private static string Setting(string name, JsonElement value) => name switch
    {
        "budgetSeconds" => $"{name} {Between(value, 1, 600)}",
        "epochs" => Require(Between(value, 4, 64) % 1 == 0, $"{name} {value.GetDouble()}"),
        "confidence" => $"{name} {Between(value, 0.9, 0.9999)}",
        "processes" => Require(Between(value, 1, 100) % 1 == 0, $"{name} {value.GetDouble()}"),
        "nice" => Require(Between(value, -20, 0) % 1 == 0, $"{name} {value.GetDouble() + 0}"),
        "callTimeoutSeconds" => $"{name} {Between(value, 1, 3600)}",
        "lockMinutes" => $"{name} {Between(value, 0, 1440)}",
        "strict" => $"{name} {value.GetBoolean()}",
        _ => throw new FormatException(),
    };

    private static double Between(JsonElement value, double least, double most) =>
        Require(value.GetDouble() >= least && value.GetDouble() <= most, value.GetDouble());

    private static IEnumerable<string> Entry(string name, JsonElement limits)
    {
        var members = Members(limits).DistinctOrThrow();
        return Require(name.Length > 0 && members.Count > 0, members.SelectMany(m => Limits(name, m.Name, m.Value)));
    }

    private static IEnumerable<string> Limits(string entry, string name, JsonElement value) =>
        CounterLimitReader.Sections.TryGetValue(name, out var ofCounter) ? Counters(entry, ofCounter, value)
        : name == "against" ? Against(entry, Members(value).DistinctOrThrow())
        : [Limit(entry, Metric.All.Single(known => known.Name == name), value)];

    private static IEnumerable<string> Against(string entry, List<(string Name, JsonElement Value)> limits) =>
        Require(limits.Count > 0, limits.SelectMany(limit => limit.Name switch
        {
            "timeRatio" => [Limit(entry, Metric.AgainstTimeRatio, limit.Value)],
            "timeRatioP95" => [Limit(entry, Metric.AgainstTimeRatioP95, limit.Value)],
            "timeRatioP99" => [Limit(entry, Metric.AgainstTimeRatioP99, limit.Value)],
            "throughputRatio" => [Limit(entry, Metric.AgainstThroughputRatio, limit.Value)],
            "allocatedBytes" => [Limit(entry, Metric.AgainstAllocatedBytes, limit.Value)],
            "serverAllocatedBytes" => [Limit(entry, Metric.AgainstServerAllocatedBytes, limit.Value)],
            "counters" => Counters(entry, Metric.AgainstCounter, limit.Value),
            _ => throw new FormatException(),
        }));

    private static IEnumerable<string> Counters(string entry, Func<CounterSelection, Metric> ofCounter, JsonElement value)
    {
        var counters = Members(value).DistinctOrThrow().ToDictionary(
            m => ofCounter(CounterSelection.Parse(m.Name)), m => m.Value);
        return Require(counters.Count > 0, counters.Select(counter => Limit(entry, counter.Key, counter.Value)));
    }

    private static string Limit(string entry, Metric metric, JsonElement value)
    {
        if (value.ValueKind == JsonValueKind.Number)
            return Line(entry, metric.Name, null, Maximum(metric, value), null);
        if (metric.HasAmounts && value.TryGetProperty("amounts", out var amounts))
            return Require(
                Members(value).Count() == 1 && amounts.GetArrayLength() > 0,
                Line(entry, metric.Name, null, null, amounts.EnumerateArray().Select(Amount).Distinct().Order()));

        double? min = null, max = null;
        foreach (var (name, bound) in Members(value).DistinctOrThrow())
            _ = name switch
            {
                "min" => min = Amount(bound),
                "max" => max = Maximum(metric, bound),
                _ => throw new FormatException(),
            };
        return Require(!(min > max) && (max is not null || min > 0), Line(entry, metric.Name, min, max, null));
    }

    private static double Maximum(Metric metric, JsonElement value) => Require(Amount(value) > 0 || metric.CanBeZero, Amount(value));

    private static double Amount(JsonElement value) =>
        Require(double.IsFinite(value.GetDouble()) && value.GetDouble() >= 0, Math.Abs(value.GetDouble()));

    private static IEnumerable<(string Name, JsonElement Value)> Members(JsonElement value) =>
        value.EnumerateObject().Select(m => (m.Name, m.Value));

    private static List<(string Name, JsonElement Value)> DistinctOrThrow(this IEnumerable<(string Name, JsonElement Value)> members) =>
        [.. members.ToDictionary(m => m.Name, m => m.Value).Select(m => (m.Key, m.Value))];

    private static T Require<T>(bool condition, T value) => condition ? value : throw new FormatException();
}
