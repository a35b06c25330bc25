using HttpPerf.Results;

namespace HttpPerf.Accepting;

/// <summary>Recognizes a renamed case by its time and bytes.</summary>
internal static class RenamedCase
{
    /// <summary>Bytes that vary do so by less.</summary>
    private const double Tolerance = 0.01;

    /// <summary>The same code takes the same time, but not on every day.</summary>
    private const double LargestFactor = 1.5;

    /// <param name="unlimited">A case without limits.</param>
    /// <param name="allUnlimited">All of them.</param>
    /// <param name="gone">Cases that don't exist any more.</param>
    /// <returns>
    /// The only one that takes as much and whose limits the case meets; null if there is none, or are several, or if another case could be
    /// the same one.
    /// </returns>
    public static CaseResults? Find(CaseResults unlimited, IEnumerable<CaseResults> allUnlimited, IReadOnlyList<CaseResults> gone) =>
        gone.Where(old => IsLike(unlimited, old)).Take(2).ToList() is [var only]
        && !allUnlimited.Any(other => other != unlimited && IsLike(other, only))
            ? only
            : null;

    private static bool IsLike(CaseResults now, CaseResults old) =>
        now.Parameters == old.Parameters
        && now.IsBaseline == old.IsBaseline
        && Values(now, old, Metric.AllocatedBytes) is var (bytes, before) && Math.Abs(bytes - before) <= Tolerance * before
        && Values(now, old, Metric.MedianTime) is var (time, timeBefore) && Math.Max(time / timeBefore, timeBefore / time) <= LargestFactor
        && old.Limits.All(limit => now.Metrics.GetValueOrDefault(limit.Metric) is not { } figure
            || (!(figure.Value > limit.Max) && !(figure.Value < limit.Min)));

    private static (double Now, double Old)? Values(CaseResults now, CaseResults old, Metric metric) =>
        now.Metrics.GetValueOrDefault(metric.Name) is { } ofNow && old.Metrics.GetValueOrDefault(metric.Name) is { } ofOld
            ? (ofNow.Value, ofOld.Value)
            : null;
}
