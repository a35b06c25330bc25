using HttpPerf.Model;
using HttpPerf.Model.Faults;

namespace HttpPerf.Measuring;

/// <summary>What earlier attempts to measure a group have shown.</summary>
/// <param name="FirstWarmUp">How it warms up in its first epoch.</param>
internal sealed record Attempt(WarmUp FirstWarmUp)
{
    /// <summary>Why there can't be an A/A check; null if there can.</summary>
    public Fault? AACheckBlocker { get; init; }

    /// <summary>Whether an epoch measures one case after another, because instances of different cases can't exist together.</summary>
    public bool OneByOne { get; init; }
}

/// <summary>What a look at the samples has shown.</summary>
/// <param name="Undecided">The cases whose verdicts could change with more samples, and with which kinds.</param>
/// <param name="TimeLimit">
/// How long everything together may take in view of that, but for the first epochs; null for the default.
/// </param>
internal sealed record Look(IReadOnlyDictionary<CaseId, SampleKinds> Undecided, TimeSpan? TimeLimit = null);
