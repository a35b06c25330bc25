namespace HttpPerf.Clients.Measuring;

/// <summary>The outcome of a subject.</summary>
/// <param name="Subject">The subject.</param>
/// <param name="Rounds">Its answers, one a round; empty if it is missing or failed.</param>
/// <param name="Failure">Why there are none although it is installed; null otherwise.</param>
internal sealed record MeasuredSubject(Subject Subject, IReadOnlyList<RunAnswer> Rounds, string? Failure = null);
