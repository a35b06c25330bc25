namespace HttpPerf;

/// <summary>What came of measuring a group.</summary>
/// <param name="Results">One for each case.</param>
/// <param name="Report">The table and what there is to say about the run.</param>
/// <param name="Files">Full paths of the exported reports.</param>
internal sealed record GroupResult(IReadOnlyDictionary<string, PerfResult> Results, string Report, IReadOnlyList<string> Files)
{
    public PerfResult Of(string caseName) => Results[caseName];
}
