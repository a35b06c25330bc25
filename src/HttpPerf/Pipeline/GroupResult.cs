using HttpPerf.Results;

namespace HttpPerf.Pipeline;

/// <param name="Results">The result of each case.</param>
/// <param name="Report">The table, followed by notes on the run.</param>
/// <param name="Files">Full paths of the exported reports.</param>
/// <param name="Recorded">The group in <c>results.json</c>.</param>
internal sealed record GroupResult(
    IReadOnlyDictionary<CaseId, PerfResult> Results, string Report, IReadOnlyList<string> Files, GroupResults Recorded)
{
    /// <summary>The starts of APIs that were measured with the group.</summary>
    public IReadOnlyList<GroupResult> Starts { get; init; } = [];
}
