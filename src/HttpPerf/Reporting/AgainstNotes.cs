using HttpPerf.Running;
using HttpPerf.Thresholds;

namespace HttpPerf.Reporting;

/// <summary>
/// The report's lines about an earlier build: which it is, which cases only one of the builds has, what has become better, and which growth
/// needs no allowance any more.
/// </summary>
internal static class AgainstNotes
{
    public static IEnumerable<string> Write(JudgedGroup judged, EarlierGroup earlier)
    {
        var place = judged.Comparison.Earlier;
        if (earlier.Cases.Count > 0)
            yield return $"Compared with the same cases {place}.";
        if (earlier.IsIdentical)
            yield return "Both builds are identical: all assemblies, and all settings and files beside them.";
        if (earlier.New.Count > 0)
            yield return $"New, so not compared: {string.Join(", ", earlier.New)}.";
        if (earlier.Gone.Count > 0)
            yield return $"Gone since: {string.Join(", ", earlier.Gone.Select(id => id.Name))}.";
        foreach (var better in judged.Cases.SelectMany(Better))
            yield return $"Better than {place}: {better}";
        foreach (var unneeded in judged.Cases.SelectMany(FindUnneeded))
            yield return unneeded;
    }

    private static IEnumerable<string> FindUnneeded(JudgedCase judged) =>
        from limit in judged.Verdict.Judged
        where AgainstLimits.IsUnneeded(limit, judged.Case)
        select $"No longer needed: what {limit.Limit.Location} allows {judged.Case} in {Wording.Quote(limit.Limit.Metric.Name)}, "
            + $"{Figures.Range(limit.Limit)}. To take it back: dotnet httpperf accept --better {Wording.Quote(judged.Case.Name)}";

    private static IEnumerable<string> Better(JudgedCase judged)
    {
        if (judged.Comparison?.Find(Metric.AgainstTimeRatio) is { Upper: < 1 } time)
            yield return $"{judged.Case} takes {Figures.Ratio(time.Value)} its time.{Tighten(judged, Metric.MedianTime)}";
        if (judged.Comparison?.Find(Metric.AgainstAllocatedBytes) is { Upper: < 0 } bytes)
            yield return $"{judged.Case} allocates {Figures.Bytes(-bytes.Value)} less.{Tighten(judged, Metric.AllocatedBytes)}";
        if (judged.Comparison?.Find(Metric.AgainstServerAllocatedBytes) is { Upper: < 0 } ofServer)
            yield return $"{judged.Case} makes its server allocate {Figures.Bytes(-ofServer.Value)} less."
                + Tighten(judged, Metric.ServerAllocatedBytes);
    }

    /// <summary>Limits of the file that would let the improvement be lost again.</summary>
    private static string Tighten(JudgedCase judged, Metric absolute) => string.Concat(
        from limit in judged.Verdict.Judged.Select(j => j.Limit)
        where limit is { IsDefault: false, Max: not null, Metric.IsAgainst: false } && limit.Metric.Absolute == absolute
        let max = SuggestedLimit.Max(limit.Metric, SuggestedLimit.RangeOf(judged.Comparison!, limit.Metric))
        where max < limit.Max
        select $" To keep that, set \"{limit.Metric.Key}\" on {limit.Location} to {Figures.Number(max, "R")}.");
}
