namespace HttpPerf;

/// <summary>What became of a case under its limits: one of the types nested here, and no other.</summary>
public abstract record Verdict
{
    private Verdict()
    {
    }

    /// <summary>Every limit that was judged.</summary>
    internal IReadOnlyList<JudgedLimit> Judged => this switch
    {
        Passed passed => passed.Limits,
        Failed failed => failed.Limits,
        Inconclusive inconclusive => inconclusive.Limits,
        _ => [],
    };

    /// <summary>The case keeps every limit that applies to it.</summary>
    /// <param name="Limits">Those limits; none for a baseline on which only ratios are set, since it is what they compare with.</param>
    public sealed record Passed(IReadOnlyList<JudgedLimit> Limits) : Verdict;

    /// <summary>The case surely breaks a limit.</summary>
    /// <param name="Limits">
    /// Every limit that applies, those that are kept too; at least one is <see cref="LimitStatus.Above"/> or
    /// <see cref="LimitStatus.Below"/>.
    /// </param>
    public sealed record Failed(IReadOnlyList<JudgedLimit> Limits) : Verdict;

    /// <summary>No limit is surely broken, but not every one is surely kept.</summary>
    /// <param name="Limits">
    /// Every limit that applies; at least one is <see cref="LimitStatus.Undecided"/> or <see cref="LimitStatus.Unjudged"/>.
    /// </param>
    public sealed record Inconclusive(IReadOnlyList<JudgedLimit> Limits) : Verdict;

    /// <summary>No limit applies to the case.</summary>
    /// <param name="LineToAdd">A member for <c>"benchmarks"</c> of <c>thresholds.json</c>, with limits that the case meets.</param>
    /// <param name="NotApplicable">
    /// Limits that match the case and say nothing of it: ratios, where its group has no baseline, and counters that its host can't supply;
    /// usually none.
    /// </param>
    public sealed record NoThreshold(string LineToAdd, IReadOnlyList<Limit> NotApplicable) : Verdict;

    /// <summary>The case, or the baseline that its limits compare it with, could not be measured.</summary>
    /// <param name="Cause">Why, in full sentences.</param>
    public sealed record Invalid(string Cause) : Verdict;
}
