using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using HttpPerf.Results;

namespace HttpPerf.Reports.Exports;

/// <summary>The Bencher Metric Format: <c>{ "benchmark": { "measure": { value, lower_value, upper_value } } }</c>.</summary>
internal static class BencherMetricFormat
{
    /// <summary>The most bytes of a benchmark's name.</summary>
    private const int MostOfName = 1024;

    /// <summary>The most bytes of a measure's name or slug.</summary>
    private const int MostOfMeasure = 64;

    /// <summary>
    /// Measures that Bencher knows with their units: nanoseconds, operations per second, bytes. It creates others when it first sees them.
    /// </summary>
    private static readonly Dictionary<string, string> BuiltIn = new()
    {
        [Metric.MedianTime.Name] = "latency",
        [Metric.RequestsPerSecond.Name] = "throughput",
        [Metric.AllocatedBytes.Name] = "allocated",
    };

    public static string Write(IReadOnlyList<ResultsDocument> suites)
    {
        var benchmarks = new Dictionary<string, Dictionary<string, MeasuredValue>>();
        foreach (var figure in ExportedFigure.Relevant(suites))
        {
            var name = Fit(figure.Case.Name, MostOfName);
            if (!benchmarks.TryGetValue(name, out var measures))
                benchmarks.Add(name, measures = []);
            // Two metrics of a later version may have one slug.
            var measure = Measure(figure) is var slug && measures.ContainsKey(slug) ? Fit(figure.Metric, MostOfMeasure) : slug;
            measures[measure] = new(figure.Figure.Value, figure.Figure.Lower, figure.Figure.Upper);
        }

        return JsonSerializer.Serialize(benchmarks, ExportedFigure.Json) + "\n";
    }

    /// <summary>A slug, except for counters, whose names have characters that a slug can't have.</summary>
    private static string Measure(ExportedFigure figure) =>
        BuiltIn.TryGetValue(figure.Metric, out var slug) ? slug
        : figure.Known?.Selection is not null ? Fit(figure.Metric, MostOfMeasure)
        : MetricWords.Join('-', figure.Metric);

    /// <summary>Bencher refuses the whole file for a name that is too long. A hash of it keeps the rest distinct.</summary>
    private static string Fit(string name, int most)
    {
        var bytes = Encoding.UTF8.GetBytes(name);
        if (bytes.Length <= most)
            return name;
        var hash = $"…{Convert.ToHexStringLower(SHA256.HashData(bytes))[..8]}";
        var end = most - Encoding.UTF8.GetByteCount(hash);
        // Not within a character.
        while ((bytes[end] & 0xC0) == 0x80)
            end--;
        return Encoding.UTF8.GetString(bytes, 0, end) + hash;
    }

    private sealed record MeasuredValue(
        [property: JsonPropertyName("value")] double Value,
        [property: JsonPropertyName("lower_value")] double? Lower,
        [property: JsonPropertyName("upper_value")] double? Upper);
}
