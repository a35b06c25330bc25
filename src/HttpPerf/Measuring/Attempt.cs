using HttpPerf.Model.Faults;

namespace HttpPerf.Measuring;

/// <summary>The findings of earlier attempts to measure a group.</summary>
/// <param name="FirstWarmUp">How it warms up in its first epoch.</param>
internal sealed record Attempt(WarmUp FirstWarmUp)
{
    /// <summary>Why there can't be an A/A check; null if there can.</summary>
    public Fault? AACheckBlocker { get; init; }

    /// <summary>Whether an epoch measures one case after another, because instances of different cases can't exist together.</summary>
    public bool OneByOne { get; init; }
}
