using System.Text.RegularExpressions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;

namespace HttpPerf.Reporting;

/// <summary>Round trips in words: the waits of a call, in order, and their cost at a distance.</summary>
internal static partial class RoundTripText
{
    /// <summary>Steps that overlap by less than this, in milliseconds, follow each other.</summary>
    private const double Overlap = 0.3;

    /// <summary>Messages name no more than so many different steps.</summary>
    private const int MostParts = 8;

    /// <summary>A usual distance of clients: to another region, or over a mobile network.</summary>
    public static readonly TimeSpan Distance = TimeSpan.FromMilliseconds(20);

    /// <summary>A usual distance of a database or another API: in another building.</summary>
    private static readonly TimeSpan DistanceOfServer = TimeSpan.FromMilliseconds(2);

    /// <summary>E.g. <c>GET /list, then 5 × GET /item/* one after another</c>; empty if nothing is known.</summary>
    public static string Describe(IReadOnlyList<CallStep> steps)
    {
        var parts = new List<(string Name, bool IsTogether, int Count)>();
        foreach (var stage in Stages(steps))
            if (stage is [var single])
            {
                if (parts is [.., { IsTogether: false } last] && last.Name == single)
                    parts[^1] = last with { Count = last.Count + 1 };
                else
                    parts.Add((single, false, 1));
            }
            else
            {
                parts.Add((string.Join(" and ", stage.CountBy(name => name).Select(name => Times(name.Value, name.Key))), true, 1));
            }

        return string.Join(", then ", parts.Take(MostParts).Select(
            part => part.IsTogether ? $"{part.Name} at once"
                : part.Count > 1 ? $"{Times(part.Count, part.Name)} one after another"
                : part.Name))
            + (parts.Count > MostParts ? ", …" : "");
    }

    /// <summary>E.g. <c>12 rounds of calls with a latency of 0, 4.0 and 8.0 ms</c>.</summary>
    public static string DescribeRounds(RoundTripComparison roundTrips)
    {
        var (rounds, latency) = (roundTrips.Samples.Rounds.Count, roundTrips.Samples.Latency);
        return $"{rounds} rounds of calls with a latency of 0, {Figures.Number(latency, "0.0")} and "
            + $"{Figures.Number(2 * latency, "0.0")} ms";
    }

    /// <summary>E.g. <c>with 20 ms between client and API, a call takes 121.30 ms</c>.</summary>
    public static string DescribeDistance(Metric metric, CaseComparison comparison)
    {
        var (distance, place) = metric.IsOfServer
            ? (DistanceOfServer, "from the API to each of them")
            : (Distance, "between client and API");
        return $"with {distance.InMilliseconds()} ms {place}, a call takes {Figures.Time(TimeAt(metric, comparison, distance))}";
    }

    /// <summary>How long an operation takes at a distance, in nanoseconds.</summary>
    /// <param name="metric">Which round trips.</param>
    /// <param name="comparison">A case that has them.</param>
    /// <param name="latency">How long a round trip takes.</param>
    public static double TimeAt(Metric metric, CaseComparison comparison, TimeSpan latency) =>
        comparison.Measured[Metric.MedianTime].Value + (comparison.Measured[metric].Value * latency.TotalNanoseconds);

    /// <summary>Advice if there are more.</summary>
    public static string CauseOf(Metric metric) => metric.IsOfServer ? CauseInServer : Cause;

    private const string CauseInServer =
        "Look for a query or a request in a loop, and for lazy loading: read all of it with one query (Include or a join), or await "
        + "independent ones together.";

    private const string Cause =
        "Send independent requests at the same time, or combine them into one. Also look for connections that are not kept, "
        + "redirects, and requests that are repeated after a 401.";

    /// <summary>The names of steps that overlap, in the order in which they begin.</summary>
    private static IEnumerable<IReadOnlyList<string>> Stages(IReadOnlyList<CallStep> steps)
    {
        List<string> stage = [];
        var end = 0.0;
        foreach (var step in steps.OrderBy(step => step.Start))
        {
            if (stage.Count > 0 && step.Start > end - Overlap)
            {
                yield return stage;
                stage = [];
            }

            end = stage.Count == 0 ? step.End : Math.Max(end, step.End);
            stage.Add(NameOf(step));
        }

        if (stage.Count > 0)
            yield return stage;
    }

    /// <summary>Requests that differ only in identifiers have the same name.</summary>
    private static string NameOf(CallStep step) => step.Name.Length == 0 ? "an exchange" : Identifiers().Replace(step.Name, "/*");

    private static string Times(int count, string name) => count == 1 ? name : $"{count} × {name}";

    private static string InMilliseconds(this TimeSpan time) => Figures.Number(time.TotalMilliseconds, "0");

    [GeneratedRegex("/(?:[0-9]+|[0-9a-fA-F]{8}-[0-9a-fA-F-]{27})(?=/| |$)")]
    private static partial Regex Identifiers();
}
