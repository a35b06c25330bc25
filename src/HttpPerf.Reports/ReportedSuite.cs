using HttpPerf.Results;

namespace HttpPerf.Reports;

/// <summary>The results of a test assembly, as a report shows them.</summary>
/// <param name="Results">What was measured.</param>
/// <param name="NotRun">Cases that were not measured.</param>
internal sealed record ReportedSuite(ResultsDocument Results, IReadOnlyList<string> NotRun)
{
    /// <summary>Whether several jobs were to run all cases together. A single run leaves out what its filter doesn't select.</summary>
    public bool IsOfSeveralJobs { get; init; } = true;

    /// <summary>Those that did not pass, failures first.</summary>
    public IReadOnlyList<CaseResults> Messages { get; } =
    [
        .. Results.Cases.Where(c => c.Message is not null && c.Verdict != CaseVerdict.Passed)
            .OrderBy(c => c.Verdict == CaseVerdict.Undecided),
    ];

    private readonly Dictionary<GroupResults, int> _numbers = new(
        Results.Groups.Select((group, i) => KeyValuePair.Create(group, i + 1)), ReferenceEqualityComparer.Instance);

    /// <summary>The address of a group within the document.</summary>
    public string Anchor(GroupResults group) =>
        FormattableString.Invariant($"{Results.Tests.Name.Replace(' ', '-')}-{_numbers[group]}");
}
