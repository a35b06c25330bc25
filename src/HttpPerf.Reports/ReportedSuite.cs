using HttpPerf.Results;

namespace HttpPerf.Reports;

/// <summary>The results of a test assembly, as a report shows them.</summary>
/// <param name="Results">The results of its run.</param>
/// <param name="NotRun">Cases that were not measured.</param>
internal sealed record ReportedSuite(ResultsDocument Results, IReadOnlyList<string> NotRun)
{
    /// <summary>Whether several jobs were to run all cases together. A single run lacks cases that its filter doesn't select.</summary>
    public bool IsOfSeveralJobs { get; init; } = true;

    /// <summary>The order in which somebody looks at verdicts.</summary>
    private static readonly CaseVerdict[] Order =
        [CaseVerdict.Failed, CaseVerdict.Invalid, CaseVerdict.NoLimit, CaseVerdict.Inconclusive, CaseVerdict.Passed];

    private readonly Dictionary<object, string> _anchors = AnchorsOf(Results);

    /// <summary>Cases that didn't pass, by verdict, failures first.</summary>
    public IReadOnlyList<IGrouping<CaseVerdict, CaseResults>> Messages { get; } =
    [
        .. Results.Cases.Where(c => c.Message is not null && c.Verdict != CaseVerdict.Passed)
            .GroupBy(c => c.Verdict)
            .OrderBy(cases => Array.IndexOf(Order, cases.Key)),
    ];

    /// <summary>The groups, those with failures first.</summary>
    public IReadOnlyList<GroupResults> Groups { get; } =
        [.. Results.Groups.OrderBy(group => group.Cases.Select(c => Array.IndexOf(Order, c.Verdict)).Append(Order.Length).Min())];

    /// <summary>The address of a group within the document.</summary>
    public string Anchor(GroupResults group) => _anchors[group];

    /// <summary>The address of the group of a case.</summary>
    public string Anchor(CaseResults measured) => _anchors[measured];

    private static Dictionary<object, string> AnchorsOf(ResultsDocument results)
    {
        var anchors = new Dictionary<object, string>(ReferenceEqualityComparer.Instance);
        foreach (var (i, group) in results.Groups.Index())
        {
            var anchor = FormattableString.Invariant($"{results.Tests.Name.Replace(' ', '-')}-{i + 1}");
            foreach (var shown in (object[])[group, .. group.Cases])
                anchors[shown] = anchor;
        }

        return anchors;
    }
}
