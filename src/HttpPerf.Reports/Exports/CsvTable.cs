using System.Globalization;
using System.Text;
using System.Text.Json;
using HttpPerf.Results;

namespace HttpPerf.Reports.Exports;

/// <summary>Comma-separated values as of RFC 4180, with a header: a row for each case and metric, and also for every counter.</summary>
internal static class CsvTable
{
    private static readonly (string Header, Func<ExportedFigure, string> Cell)[] Columns =
    [
        ("tests", f => Text(f.Results.Tests.Name)),
        ("group", f => Text(f.Group.Name)),
        ("case", f => Text(f.Case.Name)),
        ("class", f => Text(f.Case.Class)),
        ("method", f => Text(f.Case.Method)),
        ("parameters", f => Text(f.Case.Parameters)),
        ("metric", f => Text(f.Metric)),
        ("unit", f => Unit(f.Known?.Unit)),
        ("value", f => ExportedFigure.Text(f.Figure.Value)),
        ("lower", f => Number(f.Figure.Lower)),
        ("upper", f => Number(f.Figure.Upper)),
        ("min", f => Number(f.Limit?.Min)),
        ("max", f => Number(f.Limit?.Max)),
        ("limit_status", f => f.Limit is { } limit ? JsonNamingPolicy.CamelCase.ConvertName(limit.Status.ToString()) : ""),
        ("case_verdict", f => JsonNamingPolicy.CamelCase.ConvertName(f.Case.Verdict.ToString())),
        ("started", f => f.Results.Started.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture)),
        ("commit", f => Text(f.Results.Source?.Commit ?? "")),
        ("branch", f => Text(f.Results.Source?.Branch ?? "")),
        ("machine", f => Text(f.Results.Machine.Name)),
        ("processor", f => Text(f.Results.Machine.Processor ?? "")),
        ("runtime", f => Text(f.Results.Machine.Runtime)),
    ];

    public static string Write(IReadOnlyList<ResultsDocument> suites)
    {
        var text = new StringBuilder();
        text.AppendJoin(',', Columns.Select(column => column.Header)).Append("\r\n");
        foreach (var figure in ExportedFigure.All(suites))
            text.AppendJoin(',', Columns.Select(column => Quote(column.Cell(figure)))).Append("\r\n");
        return text.ToString();
    }

    private static string Number(double? number) => number is { } value ? ExportedFigure.Text(value) : "";

    private static string Unit(Unit? unit) => unit switch
    {
        HttpPerf.Unit.Nanoseconds => "ns",
        HttpPerf.Unit.Bytes => "B",
        HttpPerf.Unit.Ratio => "ratio",
        HttpPerf.Unit.PerSecond => "1/s",
        HttpPerf.Unit.PerOperation or HttpPerf.Unit.RoundTrips => "1/op",
        HttpPerf.Unit.PerThousandOperations => "1/1000 op",
        _ => "",
    };

    /// <summary>
    /// A spreadsheet takes a text for a formula that begins like one, and anybody can name a branch or a value so. An apostrophe makes it
    /// text. Names of classes and metrics never begin like this, and numbers stay as they are.
    /// </summary>
    private static string Text(string text) =>
        text.Length > 0 && "=+-@\t\r\n".Contains(text[0], StringComparison.Ordinal) ? $"'{text}" : text;

    private static string Quote(string cell) =>
        cell.AsSpan().ContainsAny("\",\r\n") ? $"\"{cell.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : cell;
}
