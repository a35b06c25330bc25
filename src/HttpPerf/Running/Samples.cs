using HttpPerf.Counting;

namespace HttpPerf.Running;

/// <summary>What was measured of a group: the samples of its cases, and why other cases have none.</summary>
internal sealed record GroupSamples(IReadOnlyList<CaseSamples> Cases, IReadOnlyList<CaseFailure> Failures)
{
    /// <summary>The samples that ratios are taken against; null where the group has no baseline or it has failed.</summary>
    public CaseSamples? Baseline => Cases.FirstOrDefault(c => c.Id.IsBaseline);

    public AASamples AACheck { get; init; } = AASamples.None;
}

/// <summary>
/// The samples of a group's A/A check: a second instance of the reference, which is the baseline or else the first case, is measured
/// beside the reference, so that the true ratio is known. Logarithms of that ratio, one array an epoch, each pair taken in one round.
/// </summary>
/// <param name="Copy">Of the second instance; in truth 0.</param>
/// <param name="DoubledCopy">Of the second instance doing its work twice; in truth the logarithm of 2.</param>
internal sealed record AASamples(IReadOnlyList<double[]> Copy, IReadOnlyList<double[]> DoubledCopy)
{
    public static AASamples None { get; } = new([], []);
}

/// <summary>
/// The samples of one case. Rounds pair: <c>Epochs[e][r]</c> was taken in the same round as every other case's of the group.
/// </summary>
/// <param name="Id">The case.</param>
/// <param name="Epochs">Nanoseconds per operation, GC pauses subtracted, one array an epoch and one element a round.</param>
/// <param name="OperationsPerBlock">How many operations one element of an epoch stands for.</param>
/// <param name="Allocation">What it allocates.</param>
/// <param name="Gc">What the garbage collector did during the rounds.</param>
/// <param name="Counters">What was counted in a pass of its own; null where nothing was.</param>
internal sealed record CaseSamples(
    CaseId Id,
    IReadOnlyList<double[]> Epochs,
    long OperationsPerBlock,
    AllocationSamples Allocation,
    GcActivity Gc,
    CounterSamples? Counters = null);

/// <param name="BytesPerOperation">One array an epoch, for the epochs of the times, and one element a window, at least one.</param>
/// <param name="OperationsPerWindow">How many operations a window covers.</param>
internal sealed record AllocationSamples(IReadOnlyList<double[]> BytesPerOperation, long OperationsPerWindow);

/// <param name="Operations">During how many operations all the rest happened.</param>
/// <param name="Gen0">Collections of generation 0, older generations included, as the runtime and BenchmarkDotNet count them.</param>
/// <param name="Gen1">Collections of generation 1, those of generation 2 included.</param>
/// <param name="Gen2">Collections of generation 2.</param>
/// <param name="PauseNanoseconds">The sum of the pauses, which the times leave out.</param>
internal readonly record struct GcActivity(long Operations, int Gen0, int Gen1, int Gen2, double PauseNanoseconds);

/// <param name="Operations">How many operations the pass covered; 1 or more.</param>
/// <param name="Readings">What every counter came to over all of them.</param>
internal sealed record CounterSamples(long Operations, CounterReadings Readings);

/// <summary>Why a case couldn't be measured.</summary>
internal sealed record CaseFailure(CaseId Id, string Cause);
