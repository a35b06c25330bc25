using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>The result of a look at the samples so far.</summary>
/// <param name="Undecided">The cases whose verdicts could change with more samples, and with which kinds.</param>
/// <param name="TimeLimit">
/// How long everything together may take in view of that, but for the first epochs; null for the default.
/// </param>
internal sealed record Look(IReadOnlyDictionary<CaseId, SampleKinds> Undecided, TimeSpan? TimeLimit = null);
