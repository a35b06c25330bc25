namespace HttpPerf.Thresholds;

/// <summary>Benchmarks that entries may name although they aren't there.</summary>
/// <param name="Pattern">Which entries' names, with * for anything.</param>
/// <param name="Reason">Why, in a sentence.</param>
internal sealed record MissingBenchmarks(string Pattern, string Reason);
