using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;

namespace HttpPerf.Reporting;

/// <summary>Notes on limits that were not applied because a host can't supply their counter.</summary>
internal static class NotAppliedNotes
{
    /// <summary>One sentence for each counter that only one of two builds publishes, and that has counted something there.</summary>
    public static IEnumerable<string> WriteNotCompared(GroupComparison compared, IReadOnlyList<CaseLimits> limits) =>
        from ofCase in limits
        let comparison = compared.Find(ofCase.Case)
        where comparison?.Before is not null
        from limit in ofCase.Limits
        where limit.Metric.IsAgainst && limit.Metric.Selection is not null
        let counter = limit.Metric.Selection
        let reason = comparison.FindBlocker(counter)
        where reason is not null && (comparison.Counts!.Rate(counter) ?? comparison.Before!.Counts!.Rate(counter)) is { Value: not 0 }
        group ofCase.Case.Name by ($"{counter}", reason) into cases
        select $"Not compared: {cases.Key.Item1} of {string.Join(", ", cases)}, because {cases.Key.reason}.";

    /// <summary>One sentence for each limit and reason.</summary>
    public static IEnumerable<string> Write(GroupComparison compared, IReadOnlyList<CaseLimits> limits) =>
        from ofCase in limits
        let comparison = compared.Find(ofCase.Case)
        where comparison is not null
        from limit in ofCase.Limits
        let reason = Judge.NotApplicable(comparison, limit)
        where reason is not null && !limit.IsDefault
        group ofCase.Case.Name by (limit.Location, limit.Metric.Key, reason) into cases
        select $"Not applied: {cases.Key.Location} limits {Wording.Quote(cases.Key.Key)}, which is not applicable to "
            + $"{string.Join(", ", cases)}: {cases.Key.reason}.";
}
