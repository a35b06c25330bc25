using HttpPerf.Judging;
using HttpPerf.Model.Faults;

namespace HttpPerf;

/// <summary>The verdict on a case under its limits: always one of the nested types.</summary>
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

    /// <summary>Returns the name of its type: NUnit appends it to the message of a failed test.</summary>
    public sealed override string ToString() => GetType().Name;

    /// <summary>
    /// The case breaks no limit that applies to it, and meets each surely or more likely than not (<see cref="LimitStatus.NotShown"/>).
    /// </summary>
    /// <param name="Limits">
    /// Those limits; empty for a baseline that has limits only on ratios, because ratios compare with the baseline itself.
    /// </param>
    public sealed record Passed(IReadOnlyList<JudgedLimit> Limits) : Verdict;

    /// <summary>The case breaks a limit: the whole interval of at least one metric is outside its limit.</summary>
    /// <param name="Limits">
    /// Every limit that applies, including those that are met; at least one is <see cref="LimitStatus.Above"/> or
    /// <see cref="LimitStatus.Below"/>.
    /// </param>
    public sealed record Failed(IReadOnlyList<JudgedLimit> Limits) : Verdict;

    /// <summary>No limit is surely broken, but at least one is more likely broken than not, or could not be judged.</summary>
    /// <param name="Limits">
    /// Every limit that applies; at least one is <see cref="LimitStatus.Undecided"/> or <see cref="LimitStatus.Unjudged"/>.
    /// </param>
    public sealed record Inconclusive(IReadOnlyList<JudgedLimit> Limits) : Verdict;

    /// <summary>No limit applies to the case.</summary>
    /// <param name="LineToAdd">A member for <c>"benchmarks"</c> of <c>thresholds.json</c>, with limits that the case meets.</param>
    /// <param name="NotApplicable">
    /// Limits that match the case but don't apply to it: ratios in a group without a baseline, and counters that its host can't supply.
    /// Usually empty.
    /// </param>
    public sealed record NoLimit(string LineToAdd, IReadOnlyList<Limit> NotApplicable) : Verdict;

    /// <summary>The case, or the baseline that its limits compare it with, could not be measured.</summary>
    public sealed record Invalid : Verdict
    {
        internal Invalid(Fault fault) => Fault = fault;

        /// <summary>Why, in full sentences.</summary>
        public string Cause => FaultText.Describe(Fault);

        internal Fault Fault { get; }
    }
}
