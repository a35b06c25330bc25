using System.Collections.Immutable;
using HttpPerf.Discovery;
using HttpPerf.Measuring;

namespace HttpPerf.Thresholds;

/// <summary>
/// How long a group is measured and how it is judged. A value that neither the file nor the environment sets has its default.
/// </summary>
internal sealed record Settings
{
    public static readonly Settings Default = new();

    /// <summary>The total time for the rounds of a group.</summary>
    /// <value>1 s to 600 s; by default 10 s.</value>
    public TimeSpan Budget { get; init; } = TimeBudget.Default.PerBuild;

    /// <summary>The minimum number of times each case is rebuilt.</summary>
    /// <value>4, below which the spread between epochs can't be estimated, to 64; by default 8.</value>
    public int Epochs { get; init; } = InterleavedToolchain.DefaultEpochs;

    /// <summary>The confidence in a failure: what is exactly at its limit fails in no more runs than the rest.</summary>
    /// <value>0.9 to 0.9999; by default 0.99.</value>
    public double Confidence { get; init; } = 0.99;

    /// <summary>
    /// In how many processes at most a time is measured that seems to break its limit. With fewer than 3, such a time is judged by what
    /// this process alone measured.
    /// </summary>
    /// <value>1 to 100; by default 5.</value>
    public int Processes { get; init; } = 5;

    /// <summary>
    /// The priority at which a group is measured, as Linux's nice level; 0 leaves it as it is. At -5, other processes keep a quarter of a
    /// processor that both want; at -20, a hundredth.
    /// </summary>
    /// <value>-20, the strongest, to 0; by default -5.</value>
    public int Nice { get; init; } = -5;

    /// <summary>How long a group waits, at most, until no other performance test measures on the machine, in minutes.</summary>
    /// <value>0, which doesn't wait, to 1440; by default 30.</value>
    public double LockMinutes { get; init; } = 30;

    /// <summary>How long a single call may take before it is considered hung.</summary>
    /// <value>1 s to 3600 s; by default 30 s.</value>
    public TimeSpan CallTimeout { get; init; } = MeasurementPlan.DefaultOperationTimeout;

    /// <summary>Whether an undecided case fails.</summary>
    /// <value>By default false.</value>
    public bool Strict { get; init; }

    /// <summary>Whether bytes and counts are judged as always, but times only if they are grossly wrong.</summary>
    public bool Quick { get; init; }

    /// <summary>How often a figure exactly at its limit may fail. Rounded, as 1 - 0.99 is a little more than 0.01.</summary>
    public double ErrorRate => Math.Round(1 - Confidence, 12);

    /// <summary>Where each setting was set, by its name: <c>thresholds.json:2</c>, or the name of a variable.</summary>
    public ImmutableDictionary<string, string> Origins { get; init; } = ImmutableDictionary<string, string>.Empty;
}
