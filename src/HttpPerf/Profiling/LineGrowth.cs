using System.Globalization;

namespace HttpPerf.Profiling;

/// <summary>
/// Finds the line of a method that costs more than before, though lines move and a method may do the same in several of them.
/// </summary>
internal static class LineGrowth
{
    /// <summary>
    /// The part of its cost that counts for a line that has moved by itself: among equal ways to pair lines, the one with fewer of them is
    /// likelier.
    /// </summary>
    private const double CostOfMove = 0.05;

    /// <param name="now">What some methods cost, at least one site.</param>
    /// <param name="before">What the same methods cost before.</param>
    /// <returns>The line that has grown most; null if none is known.</returns>
    public static string? FindMost(IEnumerable<CallSite> now, IEnumerable<CallSite> before)
    {
        var (lines, earlier) = (ByNumber(now), ByNumber(before));
        var growth = lines.ConvertAll(line => line.Amount);
        foreach (var (line, of) in Pair(lines, earlier))
            growth[line] -= earlier[of].Amount;
        return lines[growth.IndexOf(growth.Max())].Text;
    }

    private static List<Line> ByNumber(IEnumerable<CallSite> sites) =>
    [
        .. sites.GroupBy(site => site.Line)
            .Select(line => new Line(line.Key, line.Sum(site => site.Amount)))
            .OrderBy(line => line.Number),
    ];

    /// <summary>The pairs, in the order of both, that leave the smallest costs without an equal: an alignment of two sequences.</summary>
    private static IEnumerable<(int Now, int Before)> Pair(List<Line> now, List<Line> before)
    {
        // For each pair, the least cost if it is the last one, and the pair in front of it.
        var last = new Dictionary<(int Now, int Before), (double Cost, (int Now, int Before) Previous)> { [Start] = (0, Start) };
        for (var i = 0; i < now.Count; i++)
            for (var j = 0; j < before.Count; j++)
                last[(i, j)] = last.Where(pair => pair.Key.Now < i && pair.Key.Before < j)
                    .Select(pair => (pair.Value.Cost + CostOf(pair.Key, (i, j)), pair.Key))
                    .MinBy(pair => pair.Item1);
        var at = last.MinBy(pair => pair.Value.Cost + CostOf(pair.Key, (now.Count, before.Count))).Key;
        for (; at != Start; at = last[at].Previous)
            yield return at;

        double CostOf((int Now, int Before) previous, (int Now, int Before) next)
        {
            var without = now.Take(next.Now).Skip(previous.Now + 1).Concat(before.Take(next.Before).Skip(previous.Before + 1));
            return without.Sum(line => line.Amount) + (next.Now < now.Count ? CostOfPair(previous, now[next.Now], before[next.Before]) : 0);
        }

        double CostOfPair((int Now, int Before) previous, Line one, Line other)
        {
            var moved = previous == Start ? 0 : now[previous.Now].Number - before[previous.Before].Number;
            return Math.Abs(one.Amount - other.Amount)
                + (one.Number - other.Number == moved ? 0 : CostOfMove * Math.Min(one.Amount, other.Amount));
        }
    }

    /// <summary>In front of all lines, which haven't moved yet.</summary>
    private static (int Now, int Before) Start { get; } = (-1, -1);

    /// <param name="Text">As <c>Orders.cs:41</c>; null where the source is not known.</param>
    /// <param name="Amount">What it costs.</param>
    private sealed record Line(string? Text, double Amount)
    {
        public int Number { get; } = Text is null ? 0 : int.Parse(Text[(Text.LastIndexOf(':') + 1)..], CultureInfo.InvariantCulture);
    }
}
