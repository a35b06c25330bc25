namespace HttpPerf;

/// <summary>The result of measuring and judging a group.</summary>
/// <param name="Results">One for each case.</param>
/// <param name="Report">The table and the notes on the run.</param>
/// <param name="Files">Full paths of the exported reports.</param>
internal sealed record GroupResult(IReadOnlyDictionary<CaseId, PerfResult> Results, string Report, IReadOnlyList<string> Files);
