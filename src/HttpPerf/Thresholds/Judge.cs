using HttpPerf.Comparing;

namespace HttpPerf.Thresholds;

/// <summary>Compares what was measured of a case with its limits.</summary>
internal static class Judge
{
    public static Verdict Of(CaseComparison comparison, IReadOnlyList<Limit> limits)
    {
        var applicable = Applicable(comparison, limits);
        var faults = applicable.Select(limit => Fault(comparison, limit)).OfType<string>().ToArray();
        if (faults.Length > 0)
            return new Verdict.Invalid(string.Join(" ", faults));
        if (applicable.Length == 0 && !(comparison.Case.IsBaseline && limits.Any(limit => limit.Metric.NeedsBaseline)))
            return WithoutThreshold(comparison, limits);

        var judged = applicable.Select(limit => Judged(comparison, limit)).ToArray();
        if (judged.Any(limit => limit.Standing is Standing.Above or Standing.Below))
            return new Verdict.Failed(judged);
        if (judged.Any(limit => limit.Standing is Standing.Undecided or Standing.Unjudged))
            return new Verdict.Inconclusive(judged);
        return new Verdict.Passed(judged);
    }

    /// <summary>
    /// Whether more samples would change nothing: no limit is undecided, or still without a sound estimate. What has no
    /// estimate at all, e.g. a ratio to a baseline that has failed, gets none by more of them; nor do times that controls speak against.
    /// And no time fails before controls have had their say, if there are any.
    /// </summary>
    public static bool IsDecided(CaseComparison comparison, IReadOnlyList<Limit> limits) =>
        Applicable(comparison, limits)
            .All(limit => comparison.Find(limit.Metric) is not { } measured
                || (Fault(comparison, limit) is null && IsDecided(comparison.Controls, limit.Metric, Place(measured, limit))));

    private static bool IsDecided(Controls controls, Metric metric, Standing standing) => IsRefuted(controls, metric) || standing switch
    {
        Standing.Undecided => false,
        Standing.Within => true,
        _ => !metric.IsTimed() || !controls.AreTooFew,
    };

    /// <summary>Why a limit on a counter says nothing of the case, whose host can't supply it, in a clause; null for any other.</summary>
    public static string? NotApplicable(CaseComparison comparison, Limit limit) =>
        limit.Metric.Selection is { } counter ? comparison.Counts?.NotApplicable(counter.Name) : null;

    private static Verdict WithoutThreshold(CaseComparison comparison, IReadOnlyList<Limit> notApplicable) =>
        SuggestedLimit.LineToAdd(comparison) is { } line
            ? new Verdict.NoThreshold(line, notApplicable)
            : new Verdict.Invalid("No limit applies, and nothing was measured from which one could be proposed.");

    private static JudgedLimit Judged(CaseComparison comparison, Limit limit)
    {
        var (controls, measured) = (comparison.Controls, comparison.Find(limit.Metric)!.Value);
        var standing = Place(measured, limit);
        var isBlurred = standing is Standing.Undecided && limit.Metric.IsTimed() && controls.BlurDoubling;
        return new JudgedLimit(limit, measured, isBlurred || IsRefuted(controls, limit.Metric) ? Standing.Unjudged : standing);
    }

    private static bool IsRefuted(Controls controls, Metric metric) =>
        metric.IsTimed() && (controls.ShowDifference || controls.HideDoubling);

    private static Standing Place(Estimate measured, Limit limit) => measured switch
    {
        _ when measured.Lower > limit.Max => Standing.Above,
        _ when measured.Upper < limit.Min => Standing.Below,
        _ when measured.Upper > limit.Max || measured.Lower < limit.Min => Standing.Undecided,
        _ => Standing.Within,
    };

    // A baseline's ratio to itself says nothing, and a group without a baseline has no ratios.
    private static Limit[] Applicable(CaseComparison comparison, IReadOnlyList<Limit> limits) =>
        [.. limits.Where(limit => limit.Metric.NeedsBaseline
            ? comparison.Case.Baseline is not null && !comparison.Case.IsBaseline
            : NotApplicable(comparison, limit) is null)];

    // NaN compares as false with every bound and would pass; an infinite value comes from a division by zero.
    private static string? Fault(CaseComparison comparison, Limit limit)
    {
        var metric = Wording.Quote(limit.Metric.Name);
        if (comparison.Find(limit.Metric) is not { } measured)
            return limit.Metric.Selection is { } counter
                ? $"{metric} has a limit on {limit.Location}, but {MissingCounter.Reason(comparison.Counts, counter)}"
                : $"{metric} has a limit but was not measured.";

        var (value, lower, upper) = measured;
        var figures = $"{Wording.Json(value)} (interval {Wording.Json(lower)} to {Wording.Json(upper)})";
        if (!double.IsFinite(value) || double.IsNaN(lower) || double.IsNaN(upper))
            return $"{metric} was measured as {figures}, which is no finite number.";
        // A counter may go down: that of open connections does when they are closed.
        if (value < 0 && !limit.Metric.IsCounter())
            return $"{metric} was measured as {figures}, but it can't be negative.";
        return lower <= value && value <= upper ? null : $"{metric} was measured as {figures}, which is outside its own interval.";
    }
}
