using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>What was measured of one case, set beside its baseline.</summary>
/// <param name="Case">The case.</param>
/// <param name="Measured">Every metric that the case has; ratios are absent in a group without a baseline.</param>
public sealed record CaseComparison(CaseId Case, IReadOnlyDictionary<Metric, Estimate> Measured);
