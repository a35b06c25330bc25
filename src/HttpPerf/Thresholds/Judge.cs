using HttpPerf.Comparing;

namespace HttpPerf.Thresholds;

/// <summary>Compares what was measured of a case with its limits.</summary>
internal static class Judge
{
    public static Verdict Of(CaseComparison comparison, IReadOnlyList<Limit> limits)
    {
        var applicable = Applicable(comparison, limits);
        var faults = applicable.Select(limit => Fault(comparison, limit.Metric)).OfType<string>().ToArray();
        if (faults.Length > 0)
            return new Verdict.Invalid(string.Join(" ", faults));
        if (applicable.Length == 0 && !(comparison.Case.IsBaseline && limits.Count > 0))
            return WithoutThreshold(comparison, limits);

        var judged = applicable.Select(limit => Place(comparison.Measured[limit.Metric], limit)).ToArray();
        if (judged.Any(limit => limit.Standing is Standing.Above or Standing.Below))
            return new Verdict.Failed(judged);
        if (judged.Any(limit => limit.Standing is Standing.Undecided))
            return new Verdict.Inconclusive(judged);
        return new Verdict.Passed(judged);
    }

    /// <summary>
    /// Whether more samples would change nothing: no limit is undecided, or still without a sound estimate. What has no
    /// estimate at all, e.g. a ratio to a baseline that has failed, gets none by more of them.
    /// </summary>
    public static bool IsDecided(CaseComparison comparison, IReadOnlyList<Limit> limits) =>
        Applicable(comparison, limits)
            .Where(limit => comparison.Measured.ContainsKey(limit.Metric))
            .All(limit => Fault(comparison, limit.Metric) is null
                && Place(comparison.Measured[limit.Metric], limit).Standing is not Standing.Undecided);

    private static Verdict WithoutThreshold(CaseComparison comparison, IReadOnlyList<Limit> notApplicable) =>
        SuggestedLimit.LineToAdd(comparison) is { } line
            ? new Verdict.NoThreshold(line, notApplicable)
            : new Verdict.Invalid("No limit applies, and nothing was measured from which one could be proposed.");

    private static JudgedLimit Place(Estimate measured, Limit limit) => new(limit, measured, measured switch
    {
        _ when measured.Lower > limit.Max => Standing.Above,
        _ when measured.Upper < limit.Min => Standing.Below,
        _ when measured.Upper > limit.Max || measured.Lower < limit.Min => Standing.Undecided,
        _ => Standing.Within,
    });

    // A baseline's ratio to itself says nothing, and a group without a baseline has no ratios.
    private static Limit[] Applicable(CaseComparison comparison, IReadOnlyList<Limit> limits) =>
        [.. limits.Where(limit => !limit.Metric.NeedsBaseline || (comparison.Case.Baseline is not null && !comparison.Case.IsBaseline))];

    // NaN compares as false with every bound and would pass; an infinite value comes from a division by zero.
    private static string? Fault(CaseComparison comparison, Metric metric)
    {
        if (!comparison.Measured.TryGetValue(metric, out var measured))
            return $"\"{metric}\" has a limit but was not measured.";

        var (value, lower, upper) = measured;
        var figures = $"{Wording.Json(value)} (interval {Wording.Json(lower)} to {Wording.Json(upper)})";
        if (!double.IsFinite(value) || double.IsNaN(lower) || double.IsNaN(upper))
            return $"\"{metric}\" was measured as {figures}, which is no finite number.";
        if (value < 0)
            return $"\"{metric}\" was measured as {figures}, but it can't be negative.";
        return lower <= value && value <= upper ? null : $"\"{metric}\" was measured as {figures}, which is outside its own interval.";
    }
}
