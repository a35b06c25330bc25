using HttpPerf.Comparing;

namespace HttpPerf.Thresholds;

/// <summary>Proposes limits that a measured value meets, in numbers that people would write.</summary>
internal static class SuggestedLimit
{
    private static readonly Metric[] Usual = [Metric.AllocatedBytes, Metric.AllocatedRatio, Metric.TimeRatio];

    /// <summary>
    /// The maximum to set so that the whole measured interval is within it, or the value alone where the interval is unbounded.
    /// </summary>
    public static double Max(Metric metric, Estimate measured)
    {
        var reach = double.IsFinite(measured.Upper) ? measured.Upper : measured.Value;
        var wanted = reach + Headroom(metric, reach);
        var place = Place(metric, wanted);
        var max = RoundUp(wanted, place);
        return max > 0 || metric.CanBeZero() ? max : FromUnitsOf(place, 1);
    }

    /// <summary>
    /// The minimum to set so that the whole measured interval is within it; null where that would be 0, which limits nothing.
    /// </summary>
    public static double? Min(Metric metric, Estimate measured)
    {
        var reach = double.IsFinite(measured.Lower) ? measured.Lower : measured.Value;
        var wanted = reach - Headroom(metric, reach);
        var min = RoundDown(wanted, Place(metric, wanted));
        return min > 0 ? min : null;
    }

    /// <summary>
    /// A member for <c>"benchmarks"</c>, valid JSON: the case's name, and a maximum for each usual metric that was measured,
    /// or else for every other; null where nothing was measured.
    /// </summary>
    public static string? LineToAdd(CaseComparison comparison)
    {
        var metrics = Usual.Where(IsSound).ToArray();
        if (metrics.Length == 0)
            metrics = [.. Metric.All.Where(IsSound)];
        if (metrics.Length == 0)
            return null;

        var limits = metrics.Select(metric => $"{Wording.Json(metric.Name)}: {Wording.Json(Max(metric, comparison.Measured[metric]))}");
        return $"{Wording.Json(comparison.Case.Name)}: {{ {string.Join(", ", limits)} }}";

        bool IsSound(Metric metric) =>
            !(metric.NeedsBaseline && comparison.Case.IsBaseline)
            && comparison.Measured.TryGetValue(metric, out var measured) && double.IsFinite(measured.Value) && measured.Value >= 0;
    }

    // Allocation is nearly exact, and 1 % of a few bytes is none: there, every byte is a finding.
    // A time limit right at the interval's end would leave every second run of unchanged code undecided.
    private static double Headroom(Metric metric, double reach) => metric switch
    {
        _ when metric.IsTimed() => reach * 0.05,
        { Unit: Unit.Bytes } => Math.Floor(reach * 0.01),
        _ => 0,
    };

    /// <summary>The power of ten to whose multiples a limit is rounded.</summary>
    private static int Place(Metric metric, double value)
    {
        var leading = value > 0 ? (int)Math.Floor(Math.Log10(value)) : 0;
        return metric.Unit switch
        {
            Unit.Bytes => Math.Max(0, leading - 2),
            // Exact, as bytes are.
            Unit.PerOperation => leading - 2,
            // Two decimals, more for the smallest, but never more digits than a double has.
            Unit.Ratio => Math.Max(Math.Min(-2, leading - 1), leading - 14),
            _ => leading - 1,
        };
    }

    // Rounding errors may put the quotient on the wrong side of a whole number, so what comes out is compared again.
    private static double RoundUp(double value, int place) =>
        Candidates(Math.Floor(InUnitsOf(place, value)), 1, place).Append(value).First(rounded => rounded >= value);

    private static double RoundDown(double value, int place) =>
        Candidates(Math.Ceiling(InUnitsOf(place, value)), -1, place).Append(value).First(rounded => rounded <= value);

    private static IEnumerable<double> Candidates(double first, int step, int place) =>
        Enumerable.Range(0, 3).Select(i => FromUnitsOf(place, first + (i * step)));

    // Negative powers of ten are no exact doubles; dividing by the positive ones yields the double that prints with the fewest digits.
    private static double InUnitsOf(int place, double value) =>
        place < 0 ? value * Math.Pow(10, -place) : value / Math.Pow(10, place);

    private static double FromUnitsOf(int place, double units) =>
        place < 0 ? units / Math.Pow(10, -place) : units * Math.Pow(10, place);
}
