using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients.Tools;

/// <summary>bombardier, a load generator in Go. It doesn't look at bodies.</summary>
internal sealed class Bombardier(Uri url, int connections) : ITool
{
    private static readonly int[] Percentiles = [50, 75, 90, 95, 99];

    /// <summary>Null if it isn't installed. Debian has a game of that name in a folder of games, which would start.</summary>
    public static string? FindVersion() =>
        Commands.Find("bombardier") is { } path
        && Path.GetFileName(Path.GetDirectoryName(path)) != "games"
        && Commands.Ask(path, "--version") is { } line
        && line.StartsWith("bombardier version ", StringComparison.Ordinal)
            ? line
            : null;

    public ProcessStartInfo Command(TimeSpan duration) => new(
        "bombardier",
        [
            "-c", $"{connections}", "-d", string.Create(CultureInfo.InvariantCulture, $"{duration.TotalMilliseconds:0}ms"),
            "-l", "-p", "r", "-o", "json", $"{url}",
        ]);

    public RunAnswer? Read(string output)
    {
        try
        {
            using var json = JsonDocument.Parse(output);
            var result = json.RootElement.GetProperty("result");
            var (answered, others) = (Count("req2xx"), Count("req1xx") + Count("req3xx") + Count("req4xx") + Count("req5xx"));
            return new RunAnswer(answered, others + Count("others"), result.GetProperty("timeTakenSeconds").GetDouble())
            {
                Latency = LatencyOf(result.GetProperty("latency"), answered),
                Error = result.TryGetProperty("errors", out var errors) && errors.GetArrayLength() > 0
                    ? errors[0].GetProperty("description").GetString()
                    : others > 0 ? "another status than 2xx" : null,
            };

            long Count(string name) => result.GetProperty(name).GetInt64();
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return null;
        }
    }

    /// <summary>It prints some percentiles: what lies between two is counted at the upper one.</summary>
    private static List<long[]> LatencyOf(JsonElement latency, long requests)
    {
        var buckets = new List<long[]>();
        var below = 0L;
        foreach (var percent in Percentiles)
        {
            var upTo = (long)Math.Ceiling(requests * percent / 100.0);
            buckets.Add([(long)latency.GetProperty("percentiles").GetProperty($"{percent}").GetDouble(), upTo - below]);
            below = upTo;
        }

        if (requests > below)
            buckets.Add([(long)latency.GetProperty("max").GetDouble(), requests - below]);
        return buckets;
    }
}
