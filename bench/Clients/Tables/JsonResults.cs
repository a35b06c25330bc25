using System.Text.Encodings.Web;
using System.Text.Json;

namespace HttpPerf.Clients.Tables;

/// <summary>Writes results for other programs. Pure.</summary>
internal static class JsonResults
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static string Render(TableResults results) => JsonSerializer.Serialize(
        new
        {
            Table = results.Table.Name,
            results.Machine,
            results.Plan.Rounds,
            RunSeconds = results.Plan.Run.TotalSeconds,
            Confidence = 1 - Rows.ErrorRate,
            Sections = results.Sections.Select(section => new { section.Title, Rows = section.Rows.Select(Row) }),
        },
        Json);

    private static object Row(Row row) => new
    {
        row.Measured.Subject.Name,
        row.Measured.Subject.Description,
        row.Measured.Subject.Installation.Version,
        row.Measured.Subject.Published,
        row.Figure,
        Ratio = Interval(row.Ratio),
        BytesPerRequest = row.Bytes,
        BytesRatio = Interval(row.BytesRatio),
        MedianMicroseconds = row.Median,
        P99Microseconds = row.P99,
        row.Measured.Subject.Installation.Missing,
        row.Measured.Failure,
        Rounds = row.Measured.Rounds.Select(round => new { round.Requests, round.Seconds, round.AllocatedBytes }),
    };

    private static object? Interval(Estimate? estimate) =>
        estimate is { } ratio ? new { ratio.Value, ratio.Lower, Upper = Finite(ratio.Upper) } : null;

    private static double? Finite(double value) => double.IsFinite(value) ? value : null;
}
