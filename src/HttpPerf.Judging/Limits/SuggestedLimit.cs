using HttpPerf.Judging.Comparing;
using HttpPerf.Model;

namespace HttpPerf.Judging.Limits;

/// <summary>Proposes limits that a measured value meets, in numbers that people would write.</summary>
internal static class SuggestedLimit
{
    private static readonly Metric[] Usual =
    [
        Metric.AllocatedBytes, Metric.AllocatedRatio, Metric.TimeRatio, Metric.TimeRatioP95, Metric.ServerAllocatedBytes,
        Metric.StartTime, Metric.StartAllocatedBytes, Metric.StartCompiledMethods, Metric.StartAssemblies,
    ];

    private const double MostReachOfTail = 1.5;

    /// <summary>
    /// The range that a limit must have room for: the interval or, if several processes measured, all of their values. The interval for the
    /// mean of three processes reaches several times as far as another process will go. Of bytes, also a larger amount that some calls
    /// allocate.
    /// </summary>
    public static Estimate RangeOf(CaseComparison comparison, Metric metric)
    {
        var measured = comparison.Find(metric)!.Value;
        var range = comparison.Ranges.TryGetValue(metric, out var found) ? found
            : comparison.Processes.TryGetValue(metric, out var values) ? new(measured.Value, values.Min(), values.Max())
            : measured;
        return metric == Metric.AllocatedBytes ? comparison.Evidence.Allocation.Widen(range)
            : metric == Metric.ServerAllocatedBytes ? comparison.Evidence.ServerAllocation?.Widen(range) ?? range
            : metric == Metric.AllocatedRatio ? WidenRatio(comparison, range)
            : range;
    }

    private static Estimate WidenRatio(CaseComparison comparison, Estimate ratio) =>
        comparison.Find(Metric.AllocatedBytes) is { Value: > 0 and var bytes }
        && comparison.Evidence.Allocation is { Recurring: > 0 } evidence
            ? (evidence with { Recurring = evidence.Recurring * ratio.Value / bytes }).Widen(ratio)
            : ratio;

    /// <summary>
    /// The maximum to set so that the next run meets it with its whole interval: its value may be off by as much as this interval reaches,
    /// and its own interval reaches as far again. Only the value counts if the interval is unbounded. What takes less than in an earlier
    /// build is allowed to grow by nothing.
    /// </summary>
    public static double Max(Metric metric, Estimate measured)
    {
        // Round trips are whole ones, however far the interval of calls on a busy machine reaches.
        if (metric.Unit == Unit.RoundTrips && !IsExact(measured))
            return Math.Ceiling(Math.Min(measured.Upper, measured.Value + 1));
        var reach = double.IsFinite(measured.Upper) ? (2 * measured.Upper) - measured.Value : measured.Value;
        var wanted = reach + metric.Headroom(reach, IsExact(measured));
        var place = metric.DecimalPlace(wanted);
        var max = RoundUp(wanted, place);
        return max > 0 ? max : metric.CanBeZero ? 0 : FromUnitsOf(place, 1);
    }

    /// <summary>The minimum to set, as for <see cref="Max"/>; null if that would be 0, which limits nothing.</summary>
    public static double? Min(Metric metric, Estimate measured)
    {
        var reach = double.IsFinite(measured.Lower) ? (2 * measured.Lower) - measured.Value : measured.Value;
        var wanted = reach - metric.Headroom(reach, IsExact(measured));
        var min = RoundDown(wanted, metric.DecimalPlace(wanted));
        return min > 0 ? min : null;
    }

    /// <summary>The bound closest to a time that enough measuring would show to be met; null of another figure.</summary>
    public static double? Closest(Metric metric, Decision? decision) => decision?.Closest is not { } bound ? null
        : decision.IsAbove ? RoundUp(bound, metric.DecimalPlace(bound))
        : RoundDown(bound, metric.DecimalPlace(bound));

    /// <summary>
    /// A member for <c>"benchmarks"</c>, as valid JSON: the case's name, and a maximum for each usual metric that was measured, or for all
    /// other metrics if none was. Null if nothing was measured.
    /// </summary>
    public static string? LineToAdd(CaseComparison comparison)
    {
        var limits = Missing(comparison).Select(
            limit => $"{Wording.Json(limit.Metric.Name)}: "
                + (limit.Amounts is { } amounts ? Json(amounts) : Wording.Json(limit.Max))).ToList();
        return limits.Count == 0 ? null : $"{Wording.Json(comparison.Case.Name)}: {{ {string.Join(", ", limits)} }}";
    }

    /// <summary>As a limit in <c>thresholds.json</c>.</summary>
    public static string Json(IReadOnlyList<double> amounts) => $$"""{ "amounts": {{AmountsText.Json(amounts)}} }""";

    /// <summary>
    /// The amounts to record in place of those that a limit has: each as much more or less as all of them were found to be, or with those
    /// that it lacks. Null if the record is right, or can't be.
    /// </summary>
    public static IReadOnlyList<double>? Amounts(JudgedLimit judged, CaseComparison comparison) => judged switch
    {
        { Limit.Amounts: null } => null,
        { GrowthOfAmounts: { } growth } when growth != 0 && growth > -judged.Limit.Amounts[0] =>
            [.. judged.Limit.Amounts.Select(bytes => bytes + growth)],
        { Status: LimitStatus.Undecided } =>
            RecordedAmounts.Find(comparison.Windows[judged.Limit.Metric]) is { } found
                ? [.. judged.Limit.Amounts.Union(found).Order()]
                : null,
        _ => null,
    };

    /// <summary>
    /// A maximum for each usual metric that was measured, or for all other metrics if none was; empty if nothing was. Of bytes that vary
    /// between a few amounts, those are to be recorded instead.
    /// </summary>
    public static IReadOnlyList<(Metric Metric, double Max, IReadOnlyList<double>? Amounts)> Missing(CaseComparison comparison)
    {
        var metrics = Usual.Where(IsSound).ToArray();
        if (metrics.Length == 0)
            metrics = [.. Metric.All.Where(IsSound)];
        return
        [
            .. from metric in metrics
               let amounts = comparison.Windows.TryGetValue(metric, out var counted) ? RecordedAmounts.Find(counted) : null
               select (metric, Max(metric, amounts is null ? RangeOf(comparison, metric) : Estimate.Exact(amounts[^1])), amounts),
        ];

        bool IsSound(Metric metric) =>
            !(metric.NeedsBaseline && comparison.Case.IsBaseline)
            && !(metric.IsTime && comparison.IsQuick)
            && comparison.Measured.TryGetValue(metric, out var measured) && double.IsFinite(measured.Value) && measured.Value >= 0
            // A limit far above the tail of few rounds would find nothing, and a case that calls no server doesn't make it allocate.
            && (!metric.IsOfTail || measured.Upper <= measured.Value * MostReachOfTail)
            && (!metric.IsOfServer || measured.Value > 0);
    }

    /// <summary>A member for <c>"benchmarks"</c> that allows the growth of a case since an earlier build.</summary>
    public static string LineToAllow(CaseComparison comparison, Metric metric)
    {
        var range = RangeOf(comparison, metric);
        var bound = metric.Better == Direction.Higher
            ? $"{{ \"min\": {Wording.Json(Min(metric, range) ?? range.Value)} }}"
            : Wording.Json(Max(metric, range));
        var limit = $"{Wording.Json(metric.Key)}: {bound}";
        var section = metric.Selection is null ? limit : $"\"counters\": {{ {limit} }}";
        return $"{Wording.Json(comparison.Case.Name)}: {{ \"against\": {{ {section} }} }}";
    }

    private static bool IsExact(Estimate measured) => measured.Lower == measured.Upper;

    // Rounding errors may put the quotient on the wrong side of a whole number, so the result is compared again.
    private static double RoundUp(double value, int place) =>
        Candidates(Math.Floor(InUnitsOf(place, value)), 1, place).Append(value).First(rounded => rounded >= value);

    private static double RoundDown(double value, int place) =>
        Candidates(Math.Ceiling(InUnitsOf(place, value)), -1, place).Append(value).First(rounded => rounded <= value);

    private static IEnumerable<double> Candidates(double first, int step, int place) =>
        Enumerable.Range(0, 3).Select(i => FromUnitsOf(place, first + (i * step)));

    // Negative powers of ten are not exact doubles. Dividing by positive ones yields the double that prints with the fewest digits.
    private static double InUnitsOf(int place, double value) =>
        place < 0 ? value * Math.Pow(10, -place) : value / Math.Pow(10, place);

    private static double FromUnitsOf(int place, double units) =>
        place < 0 ? units / Math.Pow(10, -place) : units * Math.Pow(10, place);
}
