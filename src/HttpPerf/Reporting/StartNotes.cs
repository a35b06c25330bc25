using HttpPerf.Judging;
using HttpPerf.Model;

namespace HttpPerf.Reporting;

/// <summary>The report's lines about starts.</summary>
internal static class StartNotes
{
    /// <param name="judged">The verdicts.</param>
    /// <param name="taken">How long all starts took.</param>
    public static IEnumerable<string> Write(JudgedGroup judged, TimeSpan taken)
    {
        var place = judged.Comparison.Earlier;
        if (judged.Cases.Any(c => c.Comparison?.Before is not null))
            yield return $"Compared with the same starts {place}.";
        foreach (var note in NotShownNotes.Write(judged, taken, budget: null))
            yield return note;
        foreach (var judgedCase in judged.Cases)
            foreach (var better in FindBetter(judgedCase, judged.Comparison.Errors.Failing))
                yield return $"Better than {place}: {better}";
        var starts = judged.Comparison.Cases.Select(c => c.Starts?.Starts.Count ?? 0).DefaultIfEmpty(0).Max();
        if (starts > 0)
            yield return $"Started {starts} times each, in turn and in random order, in {taken.InSeconds("0.0")} s.";
    }

    private static IEnumerable<string> FindBetter(JudgedCase judged, double errorRate)
    {
        if (judged.Comparison is not { } comparison)
            yield break;
        foreach (var (metric, time) in comparison.Timed)
            if (metric.IsAgainst && time.Failing.Interval(errorRate) is { Upper: < 1 } ratio)
                yield return $"{judged.Case} {metric.Claim.Replace("{0}", Figures.Ratio(ratio.Value), StringComparison.Ordinal)}.";
        foreach (var (metric, growth) in comparison.Measured)
            if (metric.IsGrowth && growth.Upper < 0)
                yield return $"{judged.Case} {metric.Claim.Replace("{0} more", $"{Figures.Show(metric, -growth.Value)} fewer")
                    .Replace(" than", ".", StringComparison.Ordinal)}";
    }
}
