using HttpPerf.Comparing;
using HttpPerf.Thresholds;

namespace HttpPerf.Reporting;

/// <summary>Says which limits were not applied because a host can't supply their counter: no pass in silence.</summary>
internal static class NotAppliedNotes
{
    /// <summary>One sentence for each limit and reason.</summary>
    public static IEnumerable<string> Of(IEnumerable<CaseComparison> comparisons, Func<CaseComparison, IReadOnlyList<Limit>> limitsOf) =>
        from comparison in comparisons
        from limit in limitsOf(comparison)
        let reason = Judge.NotApplicable(comparison, limit)
        where reason is not null
        group comparison.Case.Name by (limit.Location, Key: limit.Metric.Key(), reason) into cases
        select $"Not applied: {cases.Key.Location} limits {Wording.Quote(cases.Key.Key)}, which is not applicable to {string.Join(", ", cases)}: {cases.Key.reason}.";
}
