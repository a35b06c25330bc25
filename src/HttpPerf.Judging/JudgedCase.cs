using HttpPerf.Judging.Comparing;

namespace HttpPerf.Judging;

/// <summary>A case and its verdict.</summary>
/// <param name="Case">The case.</param>
/// <param name="Comparison">Its figures; null if it could not be measured.</param>
/// <param name="Verdict">The verdict.</param>
internal sealed record JudgedCase(CaseId Case, CaseComparison? Comparison, Verdict Verdict);

/// <summary>A group's figures and the verdicts on its cases.</summary>
/// <param name="Cases">All of its cases, in the order of their limits.</param>
/// <param name="Comparison">Its figures.</param>
internal sealed record JudgedGroup(IReadOnlyList<JudgedCase> Cases, GroupComparison Comparison);

/// <summary>The limits of one case, at most one for each metric.</summary>
internal sealed record CaseLimits(CaseId Case, IReadOnlyList<Limit> Limits);
