namespace HttpPerf.Results.Reports;

/// <summary>The results of a test assembly, as a report shows them.</summary>
/// <param name="Results">What was measured.</param>
/// <param name="NotRun">Cases that should have been measured, too.</param>
internal sealed record ReportedSuite(ResultsDocument Results, IReadOnlyList<string> NotRun)
{
    /// <summary>Those that did not pass, failures first.</summary>
    public IReadOnlyList<CaseResults> Messages { get; } =
    [
        .. Results.Cases.Where(c => c.Message is not null && c.Verdict != CaseVerdict.Passed)
            .OrderBy(c => c.Verdict == CaseVerdict.Undecided),
    ];

    /// <summary>The address of a group within the document.</summary>
    public string Anchor(GroupResults group)
    {
        var number = Results.Groups.TakeWhile(other => other != group).Count() + 1;
        return FormattableString.Invariant($"{Results.Tests.Name.Replace(' ', '-')}-{number}");
    }
}
