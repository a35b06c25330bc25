using System.Text.Json.Serialization;
using HttpPerf.Counting;
using HttpPerf.Model.Faults;

namespace HttpPerf.Model;

/// <summary>The samples of a group's cases, and the reasons why other cases have none.</summary>
internal sealed record GroupSamples(IReadOnlyList<CaseSamples> Cases, IReadOnlyList<CaseFailure> Failures)
{
    /// <summary>The samples that ratios are relative to; null if the group has no baseline or the baseline failed.</summary>
    public CaseSamples? Baseline => Cases.FirstOrDefault(c => c.Id.IsBaseline);

    /// <summary>The samples of the same cases in an earlier build, measured in the same rounds; empty if there is none.</summary>
    public IReadOnlyList<CaseSamples> Before { get; init; } = [];

    /// <summary>The number of epochs after which the samples were looked at; by default, they have not been before.</summary>
    public int EpochsPerPass { get; init; } = int.MaxValue;

    public AASamples AACheck { get; init; } = AASamples.None;

    /// <summary>The samples of a case in the earlier build; null if there are none.</summary>
    public CaseSamples? BeforeOf(CaseId id) => Before.FirstOrDefault(c => c.Id == id.Before());

    /// <summary>How long the warm-up before the first epoch took.</summary>
    public TimeSpan WarmUp { get; init; }

    /// <summary>How long the warm-up took if times still fell when it was ended; null if everything was warm.</summary>
    public TimeSpan? ColdAfter { get; init; }

    /// <summary>Why the usage of the server is unknown; null if it was measured.</summary>
    public UnreadUsage? UnreadUsage { get; init; }

    /// <summary>The round trips of cases of either build, which a process of its own measures; empty from any other.</summary>
    public IReadOnlyList<RoundTripSamples> RoundTrips { get; init; } = [];
}

/// <summary>
/// The samples of a group's A/A check: a control instance of the reference, which is the baseline or else the first case, is measured
/// together with the reference, so that the true ratio is known. Each sample is the logarithm of the ratio in one round; there is one array
/// per epoch.
/// </summary>
/// <param name="Control">The control instance; the true value is 0.</param>
/// <param name="DoubledControl">The control instance doing its work twice; the true value is the logarithm of 2.</param>
internal sealed record AASamples(IReadOnlyList<double[]> Control, IReadOnlyList<double[]> DoubledControl)
{
    public static AASamples None { get; } = new([], []);

    /// <summary>Why there are none; null if there are some, or if there was no time for them.</summary>
    public Fault? Blocker { get; init; }
}

/// <summary>
/// The samples of one case. Unless it was measured alone, rounds are paired: those with the same epoch and the same index were taken
/// together, for every case of the group.
/// </summary>
/// <param name="Id">The case.</param>
/// <param name="Epochs">One record for each epoch of the group.</param>
/// <param name="OperationsPerBlock">The number of operations from which a time is computed.</param>
/// <param name="OperationsPerWindow">The number of operations whose bytes are counted together.</param>
internal sealed record CaseSamples(
    CaseId Id, IReadOnlyList<EpochSamples> Epochs, long OperationsPerBlock, long OperationsPerWindow)
{
    /// <summary>How its calls overlapped; null if one followed another.</summary>
    public LoadModel? Load { get; init; }

    /// <summary>How long its first call took, in nanoseconds; null if that is not known.</summary>
    public double? FirstCall { get; init; }

    /// <summary>Whether its rounds are its own: those of the other cases of an epoch came before or after them.</summary>
    public bool MeasuredAlone { get; init; }

    /// <summary>The rounds of the epochs in which it was timed.</summary>
    public IReadOnlyList<RoundSamples> Rounds => Of(epoch => epoch.Rounds);

    /// <summary>Their times.</summary>
    public IReadOnlyList<double[]> Times => [.. Rounds.Select(rounds => rounds.Times)];

    public IReadOnlyList<double[]> TimePerOperation => [.. Rounds.Select(rounds => rounds.TimePerOperation)];

    /// <summary>How long all its rounds took.</summary>
    public TimeSpan Taken => TimeSpan.FromMilliseconds(TimePerOperation.Sum(epoch => epoch.Sum()) * OperationsPerBlock / 1e6);

    /// <summary>How long single calls took, by epoch in which it was timed; null where the times are means of several.</summary>
    public IReadOnlyList<CallTime[]>? Calls =>
        Load is not null ? [.. Rounds.Select(rounds => rounds.Calls ?? [])]
        : OperationsPerBlock == 1 ? [.. Times.Select(epoch => Array.ConvertAll(epoch, time => new CallTime(time, 1)))]
        : null;

    public AllocationSamples Allocation => new([.. Epochs.Select(epoch => epoch.Windows ?? [])], OperationsPerWindow);

    /// <summary>The allocations of its server; null if they can't be read.</summary>
    public AllocationSamples? ServerAllocation => Epochs.Any(epoch => epoch.ServerWindows is not null)
        ? new([.. Epochs.Select(epoch => epoch.ServerWindows ?? [])], OperationsPerWindow)
        : null;

    /// <summary>The solo runs of the epochs that had one.</summary>
    public IReadOnlyList<SoloRunSamples> SoloRuns => [.. Epochs.Select(epoch => epoch.SoloRun).OfType<SoloRunSamples>()];

    public IReadOnlyList<CounterSamples> Counters => Of(epoch => epoch.Counters);

    /// <summary>The state that its calls left behind; null if it was not measured.</summary>
    public RetainedSamples? Retained => Of(epoch => epoch.Retained) is [.., var last] ? last : null;

    /// <summary>The garbage collections of all solo runs.</summary>
    public GcActivity Gc => SoloRuns.Select(s => s.Gc).Aggregate(default(GcActivity), (a, b) => new(
        a.Operations + b.Operations, a.Gen0 + b.Gen0, a.Gen1 + b.Gen1, a.Gen2 + b.Gen2, a.PauseNanoseconds + b.PauseNanoseconds));

    /// <summary>Only the epochs in which both were timed. A case that is decided is not measured any more while others are.</summary>
    public (CaseSamples Samples, CaseSamples Other) Shared(CaseSamples other)
    {
        var shared = Epochs.Zip(other.Epochs).Where(e => e is { First.Rounds: not null, Second.Rounds: not null }).ToList();
        return (this with { Epochs = shared.ConvertAll(e => e.First) }, other with { Epochs = shared.ConvertAll(e => e.Second) });
    }

    private IReadOnlyList<T> Of<T>(Func<EpochSamples, T?> select)
        where T : class => [.. Epochs.Select(select).OfType<T>()];
}

/// <param name="Nanoseconds">How long calls took; of several operations, per operation.</param>
/// <param name="Count">How many calls took so long, to a tenth of a percent.</param>
internal readonly record struct CallTime(double Nanoseconds, long Count);

/// <summary>A part of an epoch in which the case runs alone.</summary>
/// <param name="Gc">The work of the garbage collector.</param>
/// <param name="CpuNanoseconds">The processor time of the process, of all threads.</param>
/// <param name="ServerCpuNanoseconds">Processor time of the server's process; null if it can't be read.</param>
/// <param name="Nanoseconds">How long it took.</param>
internal readonly record struct SoloRunSamples(
    GcActivity Gc, double CpuNanoseconds, double? ServerCpuNanoseconds = null, double Nanoseconds = 0);

/// <param name="BytesPerOperation">One array per epoch, empty where nothing was counted; one element per window.</param>
/// <param name="OperationsPerWindow">How many operations a window covers.</param>
internal sealed record AllocationSamples(IReadOnlyList<double[]> BytesPerOperation, long OperationsPerWindow)
{
    /// <summary>The epochs in which something was counted.</summary>
    public AllocationSamples Counted() => this with { BytesPerOperation = [.. BytesPerOperation.Where(w => w.Length > 0)] };

    /// <summary>The epochs in which something was counted here and there.</summary>
    public AllocationSamples SharedWith(AllocationSamples other) => this with
    {
        BytesPerOperation =
        [
            .. BytesPerOperation.Zip(other.BytesPerOperation)
                .Where(epoch => epoch.First.Length > 0 && epoch.Second.Length > 0)
                .Select(epoch => epoch.First),
        ],
    };
}

/// <param name="Operations">The number of operations during which the rest happened.</param>
/// <param name="Gen0">Collections of generation 0, older generations included, as the runtime and BenchmarkDotNet count them.</param>
/// <param name="Gen1">Collections of generation 1, those of generation 2 included.</param>
/// <param name="Gen2">Collections of generation 2.</param>
/// <param name="PauseNanoseconds">The sum of the pauses. Times exclude them.</param>
internal readonly record struct GcActivity(long Operations, int Gen0, int Gen1, int Gen2, double PauseNanoseconds);

/// <param name="Operations">How many operations the pass covered; 1 or more.</param>
/// <param name="Readings">The total of every counter over all of these operations.</param>
internal sealed record CounterSamples(long Operations, CounterReadings Readings);

/// <summary>The live state after full collections, before the first window of a case's calls and after each.</summary>
/// <param name="OperationsPerWindow">How many operations a window covers.</param>
/// <param name="Tests">In the process of the tests.</param>
/// <param name="Server">In the processes of its servers together; null if that can't be read.</param>
internal sealed record RetainedSamples(long OperationsPerWindow, IReadOnlyList<LiveState> Tests, IReadOnlyList<LiveState>? Server);

/// <summary>Why a case couldn't be measured.</summary>
internal sealed record CaseFailure(CaseId Id, [property: JsonRequired] Fault Fault)
{
    /// <summary>Whether it failed in the middle of measuring, having been set up and called often.</summary>
    public bool InMidRun { get; init; }

    /// <summary>Whether the case itself threw an exception.</summary>
    public bool HasThrown { get; init; }
}
