using HttpPerf.Judging.Statistics;

namespace HttpPerf.Judging.Comparing;

/// <summary>How the bytes that calls leave behind develop from window to window.</summary>
internal enum RetentionTrend
{
    /// <summary>It neither grows steadily nor has it come to rest.</summary>
    Undecided,

    /// <summary>Nothing is left.</summary>
    None,

    /// <summary>Something was left at first, and nothing any more: a cache has filled up, or a pool has settled.</summary>
    Settled,

    /// <summary>More is left from window to window.</summary>
    Growing,
}

/// <summary>The amount that an operation leaves behind.</summary>
/// <param name="PerOperation">
/// How much: exact if most windows agree, and 0 if it doesn't grow. As long as that is undecided, only the upper end is above 0.
/// </param>
/// <param name="Trend">How it develops.</param>
/// <param name="Windows">The number of windows between full collections.</param>
/// <param name="OperationsPerWindow">The number of operations per window.</param>
/// <remarks>
/// The bytes left at the end of a window depend on those before, but the steps between hardly do, and a table that is
/// enlarged or a thread that starts is a single large step. So the steps are judged, by their median and its distribution-free interval
/// (W. J. Conover, Practical Nonparametric Statistics, 3rd ed. 1999, section 3.2).
/// </remarks>
internal sealed record Retention(Estimate PerOperation, RetentionTrend Trend, int Windows, long OperationsPerWindow)
{
    /// <summary>As many windows show that nothing is left.</summary>
    public const int EnoughWindows = 10;

    /// <summary>As many have to do where there is time for no more: those of a leak agree to the byte.</summary>
    public const int MinWindows = 5;

    /// <summary>
    /// As many show that what grows is no cache that fills up; at most, because more of them would hardly show more.
    /// </summary>
    public const int MostWindows = 40;

    /// <summary>The share of windows at the beginning in which a process that has been called otherwise before may settle.</summary>
    private const double Beginning = 0.25;

    /// <summary>How often the interval of the median may miss it. Eight steps that all grow are surely a growth.</summary>
    private const double ErrorRate = 0.01;

    /// <summary>The share of windows that have to agree to the byte before their figure is exact.</summary>
    private const double Agreed = 0.7;

    /// <summary>By chance, no four windows do that grow.</summary>
    private const int MinEqual = 4;

    /// <summary>
    /// In which share of the windows of the second half more may be left than ever before, by chance, e.g. a thread of the pool. One may
    /// always be.
    /// </summary>
    private const double Stray = 0.15;

    /// <summary>
    /// Bytes that only one of so many calls leaves are not in every window. So windows are also judged by two and by three.
    /// </summary>
    private const int MostTogether = 3;

    /// <summary>A growth that has fallen to less than this share is not steady.</summary>
    private const double Steady = 0.5;

    /// <summary>Whether more windows would tell nothing new.</summary>
    public bool IsDecided => Trend is RetentionTrend.None or RetentionTrend.Settled || Windows >= MostWindows;

    /// <param name="levels">The live amount before the first window and after each. At least one window.</param>
    /// <param name="operations">How many operations a window covers.</param>
    public static Retention Of(IReadOnlyList<double> levels, long operations)
    {
        var (estimate, trend) = Judge([.. levels]);
        return new(estimate.DividedBy(operations), trend, levels.Count - 1, operations);
    }

    private static (Estimate, RetentionTrend) Judge(double[] levels)
    {
        double[] steps = [.. levels.Skip(1).Zip(levels, (after, before) => after - before)];
        var later = steps[(int)(Beginning * steps.Length)..];
        if (FindAgreed(later) is { } agreed)
            return (Estimate.Exact(agreed), RetentionTrend.Growing);

        // An amount that comes and goes peaks now and then. One that grows peaks in most windows.
        var half = steps.Length / 2;
        if (IsStray(levels[half..]))
            return (Estimate.Exact(0), IsStray(levels[..(half + 1)]) ? RetentionTrend.None : RetentionTrend.Settled);

        for (var together = 1; together <= MostTogether; together++)
            if (FindGrowth(Merge(later, together)) is { } growth)
                return (growth.DividedBy(together), RetentionTrend.Growing);
        return (new(0, 0, Math.Max(0, IntervalOf(later).Upper)), RetentionTrend.Undecided);
    }

    /// <summary>
    /// Memory that something else releases hides a growth for as long as the level stays below the former one. Seen from the end, it
    /// doesn't: there, a window counts if no later one falls to its level.
    /// </summary>
    private static bool IsStray(double[] levels)
    {
        var windows = levels.Length - 1;
        var highest = Enumerable.Range(1, windows).Count(window => levels[window] > levels[..window].Max());
        var lowest = Enumerable.Range(0, windows).Count(window => levels[window] < levels[(window + 1)..].Min());
        return Math.Max(highest, lowest) <= Math.Max(1, Stray * windows);
    }

    /// <summary>By how much most windows grow to the byte; null if they don't.</summary>
    private static double? FindAgreed(double[] steps)
    {
        var (usual, count) = steps.CountBy(step => step).MaxBy(figure => figure.Value);
        return usual > 0 && count >= Math.Max(MinEqual, Agreed * steps.Length) && !Flattens(steps) ? usual : null;
    }

    private static bool Flattens(double[] steps)
    {
        var third = steps.Length / 3;
        return third == 0 || OrderStatistics.Median(steps[^third..]) < Steady * OrderStatistics.Median(steps[..third]);
    }

    /// <summary>Null if they don't grow steadily.</summary>
    private static Estimate? FindGrowth(double[] steps) =>
        !Flattens(steps) && IntervalOf(steps) is { Lower: > 0 } growth ? growth with { Value = MeanOfMost(steps, growth) } : null;

    /// <summary>The mean without steps far outside of the interval of the median, e.g. a table that is enlarged.</summary>
    private static double MeanOfMost(double[] steps, Estimate median)
    {
        var reach = median.Upper - median.Lower;
        var most = steps.Where(step => step >= median.Lower - reach && step <= median.Upper + reach);
        return Math.Clamp(most.Average(), median.Lower, median.Upper);
    }

    private static Estimate IntervalOf(double[] steps) => OrderStatistics.MedianOfFew(steps, ErrorRate);

    private static double[] Merge(double[] steps, int together) =>
        [.. steps.Chunk(together).Where(merged => merged.Length == together).Select(merged => merged.Sum())];
}
