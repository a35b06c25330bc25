using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients.Tools;

/// <summary>hey, a load generator in Go. It doesn't look at bodies, but says how long they are.</summary>
internal sealed partial class Hey(Uri url, int connections) : ITool
{
    public ProcessStartInfo Command(TimeSpan duration) => new(
        "hey", ["-z", string.Create(CultureInfo.InvariantCulture, $"{duration.TotalMilliseconds:0}ms"), "-c", $"{connections}", $"{url}"]);

    public RunAnswer? Read(string output)
    {
        if (!Total().Match(output).TryNumber(out var seconds))
            return null;
        var statuses = Statuses().Matches(output).ToDictionary(m => m.Groups["status"].Value, m => Count(m.Groups["count"]));
        var failures = Failures().Matches(output).Select(m => (Count: Count(m.Groups["count"]), Text: m.Groups["text"].Value)).ToList();
        var answered = statuses.GetValueOrDefault("200");
        var wrong = statuses.FirstOrDefault(s => s.Key != "200");
        // It says nothing of bodies if all of them are empty.
        var length = Size().Match(output).TryNumber(out var size) ? size : 0;
        return length == Answer.Body.Length || answered == 0
            ? new RunAnswer(answered, statuses.Values.Sum() - answered + failures.Sum(f => f.Count), seconds)
            {
                Latency = LatencyOf(output, answered),
                Error = failures.Count > 0 ? failures[0].Text : wrong.Key is { } status ? $"status {status}" : null,
            }
            : new RunAnswer(0, answered, seconds) { Error = $"bodies of {length} bytes instead of {Answer.Body.Length}" };
    }

    /// <summary>It prints some percentiles, in tenths of a millisecond: what lies between two is counted at the upper one.</summary>
    private static List<long[]> LatencyOf(string output, long requests)
    {
        var buckets = new List<long[]>();
        var (below, last) = (0L, 0L);
        foreach (Match match in Percentiles().Matches(output))
        {
            var upTo = (long)Math.Ceiling(requests * Parse(match.Groups["percent"]) / 100);
            last = (long)Math.Round(1e6 * Parse(match.Groups["number"]));
            buckets.Add([last, upTo - below]);
            below = upTo;
        }

        if (Slowest().Match(output).TryNumber(out var slowest) && requests > below)
            buckets.Add([Math.Max(last, (long)Math.Round(1e6 * slowest)), requests - below]);
        return buckets;
    }

    private static long Count(Group group) => long.Parse(group.Value, CultureInfo.InvariantCulture);

    private static double Parse(Group group) => double.Parse(group.Value, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"^\s*Total:\s+(?<number>[\d.]+) secs", RegexOptions.Multiline)]
    private static partial Regex Total();

    [GeneratedRegex(@"^\s*Slowest:\s+(?<number>[\d.]+) secs", RegexOptions.Multiline)]
    private static partial Regex Slowest();

    [GeneratedRegex(@"^\s*Size/request:\s+(?<number>\d+) bytes", RegexOptions.Multiline)]
    private static partial Regex Size();

    [GeneratedRegex(@"^\s*(?<percent>\d+)% in (?<number>[\d.]+) secs", RegexOptions.Multiline)]
    private static partial Regex Percentiles();

    [GeneratedRegex(@"^\s*\[(?<status>\d{3})\]\s+(?<count>\d+) responses", RegexOptions.Multiline)]
    private static partial Regex Statuses();

    [GeneratedRegex(@"(?<=Error distribution:[\s\S]*)^\s*\[(?<count>\d+)\]\s+(?<text>.+)$", RegexOptions.Multiline)]
    private static partial Regex Failures();
}
