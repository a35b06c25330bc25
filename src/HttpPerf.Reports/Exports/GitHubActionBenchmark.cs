using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using HttpPerf.Model;
using HttpPerf.Results;

namespace HttpPerf.Reports.Exports;

/// <summary>
/// For github-action-benchmark with <c>tool: customSmallerIsBetter</c>: an array of <c>{ name, unit, value, range, extra }</c>.
/// </summary>
internal static class GitHubActionBenchmark
{
    /// <exception cref="ResultsException">There are no figures. The action fails if it is given none.</exception>
    public static string Write(IReadOnlyList<ResultsDocument> suites)
    {
        // The tool takes every figure as one of which smaller is better. Comparisons with an earlier build have no history.
        List<Entry> entries =
        [
            .. ExportedFigure.Relevant(suites)
                .Where(figure => figure.Known is { Better: Direction.Lower, IsAgainst: false })
                .Select(figure => new Entry(
                    $"{figure.Case.Name} {figure.Metric}",
                    Unit(figure.Known!.Unit),
                    figure.Figure.Value,
                    Range(figure.Figure),
                    Extra(figure))),
        ];
        return entries.Count > 0
            ? JsonSerializer.Serialize(entries, ExportedFigure.Json) + "\n"
            : throw new ResultsException(
                "The results hold no figure of which smaller is better, and github-action-benchmark fails without any. "
                + "Run the tests: dotnet test");
    }

    /// <summary>The action converts between units that it knows. It knows ns.</summary>
    private static string Unit(Unit unit) => unit switch
    {
        HttpPerf.Unit.Nanoseconds => "ns",
        HttpPerf.Unit.Bytes => "B",
        HttpPerf.Unit.Ratio => "×",
        HttpPerf.Unit.PerThousandOperations => "per 1,000 operations",
        _ => "",
    };

    /// <summary>The larger half of the interval, because the action shows one number for both sides.</summary>
    private static string? Range(Figure figure) => figure is { Lower: { } lower, Upper: { } upper }
        ? $"± {Rounded(Math.Max(figure.Value - lower, upper - figure.Value))}"
        : null;

    /// <summary>Four digits are enough of a width. The action takes a number for one only if it has two characters.</summary>
    private static string Rounded(double width)
    {
        var text = ExportedFigure.Text(double.Parse(width.ToString("G4", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture));
        return text.Length == 1 ? $"{text}.0" : text;
    }

    private static string Extra(ExportedFigure figure)
    {
        var (_, lower, upper) = figure.Figure;
        string[] lines =
        [
            lower is null && upper is null ? "" : $"interval: {End(lower)} to {End(upper)}",
            figure.Limit is { } limit ? $"limit: {limit.Text}" : "",
            $"verdict: {JsonNamingPolicy.CamelCase.ConvertName(figure.Case.Verdict.ToString())}",
        ];
        return string.Join('\n', lines.Where(line => line.Length > 0));

        static string End(double? end) => end is { } number ? ExportedFigure.Text(number) : "?";
    }

    private sealed record Entry(
        [property: JsonPropertyName("name")] string Name,
        [property: JsonPropertyName("unit")] string Unit,
        [property: JsonPropertyName("value")] double Value,
        [property: JsonPropertyName("range")] string? Range,
        [property: JsonPropertyName("extra")] string Extra);
}
