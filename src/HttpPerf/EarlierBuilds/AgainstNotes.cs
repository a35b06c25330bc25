using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Reporting;

namespace HttpPerf.EarlierBuilds;

/// <summary>
/// The report's lines about an earlier build: which it is, which cases only one of the builds has, what has become better, and which growth
/// needs no allowance any more.
/// </summary>
internal static class AgainstNotes
{
    /// <summary>The packages of a framework come by the dozen.</summary>
    private const int MostLibraries = 4;

    /// <summary>How many figures that are open have a line.</summary>
    private const int MostOpen = 10;

    /// <summary>The smallest object has 24 B, of which one in three operations is worth a line.</summary>
    private const double SmallestBytes = 8;

    public static IEnumerable<string> Write(JudgedGroup judged, EarlierGroup earlier)
    {
        var place = judged.Comparison.Earlier;
        if (earlier.Cases.Count > 0)
            yield return $"Compared with the same cases {place}.";
        if (earlier.IsIdentical)
            yield return "Both builds are identical: all assemblies, and all settings and files beside them.";
        if (earlier.New.Count > 0)
            yield return $"New, so not compared: {string.Join(", ", earlier.New)}.";
        if (earlier.Removed.Count > 0)
            yield return $"Gone since: {string.Join(", ", earlier.Removed.Select(id => id.Name))}.";
        if (DescribeShared([.. earlier.Build.OtherVersions.Where(library => !library.IsOfBoth)]) is { } shared)
            yield return shared;
        foreach (var note in WriteFigures(judged))
            yield return note;
    }

    /// <summary>Notes on the figures.</summary>
    internal static IEnumerable<string> WriteFigures(JudgedGroup judged)
    {
        var place = judged.Comparison.Earlier;
        foreach (var better in judged.Cases.SelectMany(c => Better(c, judged.Comparison)))
            yield return $"Better than {place}: {better}";
        var open = judged.Cases.SelectMany(c => FindOpen(c, place)).ToList();
        foreach (var growth in open.Take(MostOpen))
            yield return growth;
        if (open.Count > MostOpen)
            yield return $"Not shown, so passed: {open.Count - MostOpen} more. results.json has all of them.";
        foreach (var unneeded in judged.Cases.SelectMany(FindUnneeded))
            yield return unneeded;
    }

    private static string? DescribeShared(IReadOnlyList<LibraryVersions> libraries) => libraries.Count == 0 ? null
        : $"Not compared: {string.Join(", ", libraries.Take(MostLibraries))}"
            + (libraries.Count > MostLibraries ? $" and {libraries.Count - MostLibraries} more" : "")
            + ". Both builds run with today's version.";

    private static IEnumerable<string> FindUnneeded(JudgedCase judged) =>
        from limit in judged.Verdict.Judged
        where AgainstLimits.IsObsolete(limit, judged.Case)
        select $"No longer needed: {limit.Limit.Location} allows {judged.Case} {Wording.Quote(limit.Limit.Metric.Name)} "
            + $"{Figures.Range(limit.Limit)}. To remove it: dotnet httpperf accept --better {Wording.Quote(judged.Case.Name)}";

    /// <summary>Bytes and counts that may have grown by more than is allowed, and as well not at all.</summary>
    private static IEnumerable<string> FindOpen(JudgedCase judged, string? place) =>
        from limit in judged.Verdict.Judged
        let metric = limit.Limit.Metric
        let measured = limit.Measured
        where limit.Status == LimitStatus.Within && metric.IsGrowth && limit.Limit.Max is not null
        let isOfBytes = metric.IsOfBytes || metric is { IsRetained: true, Selection: null }
        where isOfBytes ? measured.Upper >= limit.Limit.Max + SmallestBytes : measured.Value > limit.Limit.Max
        let range = Figures.Between(metric, measured)
        select $"Not shown, so passed: {judged.Case} {metric.Claim.Replace("{0}", range, StringComparison.Ordinal)} {place}; "
            + $"would have found {(limit.DetectableChange is { } change ? Figures.Change(change) : $"no {metric.Change}, however large")}.";

    private static IEnumerable<string> Better(JudgedCase judged, GroupComparison group)
    {
        // One process may well take less time by chance: what it made of the code stays the same as long as it lives.
        if (judged.Comparison is { } comparison && !group.AACheck.HasFailed && !comparison.IsDistorted(Metric.AgainstTimeRatio)
            && comparison.Timed.GetValueOrDefault(Metric.AgainstTimeRatio) is { Processes.Count: >= ProcessSpread.MinProcesses } time
            && time.Failing.Interval(group.Errors.Failing) is { Upper: < 1 } ratio)
            yield return $"{judged.Case} takes {Figures.Ratio(ratio.Value)} its time.{Tighten(judged, Metric.MedianTime)}";
        if (FindLess(Metric.AgainstAllocatedBytes) is { } bytes)
            yield return $"{judged.Case} allocates {Figures.Bytes(-bytes.Value)} less.{Tighten(judged, Metric.AllocatedBytes)}";
        if (FindLess(Metric.AgainstServerAllocatedBytes) is { } ofServer)
            yield return $"{judged.Case} makes its server allocate {Figures.Bytes(-ofServer.Value)} less."
                + Tighten(judged, Metric.ServerAllocatedBytes);
        if (FindLess(Metric.AgainstRetainedBytes) is { } kept)
            yield return $"{judged.Case} keeps {Figures.Bytes(-kept.Value)} less.{Tighten(judged, Metric.RetainedBytes)}";
        if (FindLess(Metric.AgainstServerRetainedBytes) is { } keptByServer)
            yield return $"{judged.Case} makes its server keep {Figures.Bytes(-keptByServer.Value)} less."
                + Tighten(judged, Metric.ServerRetainedBytes);
        if (FindLess(Metric.AgainstRoundTrips) is { } roundTrips)
            yield return $"{judged.Case} waits for {Figures.Show(Metric.RoundTrips, -roundTrips.Value)} fewer."
                + Tighten(judged, Metric.RoundTrips);
        if (FindLess(Metric.AgainstServerRoundTrips) is { } ofServers)
            yield return $"{judged.Case} makes its server wait for {Figures.Show(Metric.RoundTrips, -ofServers.Value)} fewer."
                + Tighten(judged, Metric.ServerRoundTrips);

        Estimate? FindLess(Metric growth) =>
            judged.Comparison is { } compared && !compared.IsDistorted(growth) && compared.Find(growth) is { Upper: < 0 } less
            && compared.Processes.GetValueOrDefault(growth) is not { Count: < ProcessSpread.MinProcesses }
                ? less
                : null;
    }

    /// <summary>Limits of the file that would let the improvement be lost again.</summary>
    private static string Tighten(JudgedCase judged, Metric absolute) => string.Concat(
        from limit in judged.Verdict.Judged.Select(j => j.Limit)
        where limit is { IsDefault: false, Max: not null, Metric.IsAgainst: false } && limit.Metric.Absolute == absolute
        let max = SuggestedLimit.Max(limit.Metric, SuggestedLimit.RangeOf(judged.Comparison!, limit.Metric))
        where max < limit.Max
        select $" To keep that, set \"{limit.Metric.Key}\" on {limit.Location} to {Figures.Number(max, "R")}.");
}
