using HttpPerf.Model;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>What has been measured of one case so far.</summary>
internal sealed class Recording(Benchmark benchmark)
{
    /// <summary>Of all epochs, also of those that didn't measure the case.</summary>
    private readonly List<EpochSamples> _epochs = [];

    public BlockPlan Plan { get; set; } = BlockPlan.Single;

    /// <summary>The median time of a block in the last epoch that had rounds, in nanoseconds.</summary>
    public double LastBlock { get; private set; }

    /// <summary>How long the first call of all took, in nanoseconds.</summary>
    public double? FirstCall { get; set; }

    private long OperationsPerBlock => Plan.Calls * benchmark.OperationsPerInvoke;

    public void Add(EpochSamples epoch)
    {
        _epochs.Add(epoch);
        LastBlock = epoch.Rounds?.MedianBlock ?? LastBlock;
    }

    /// <summary>The samples of each kind, up to the last epoch that took some.</summary>
    /// <param name="oneByOne">Whether the rounds of the case are its own.</param>
    public CaseSamples ToSamples(bool oneByOne) => new(
        benchmark.Id,
        UpToLast(e => e.Rounds is not null, e => e.Rounds?.Times ?? []),
        OperationsPerBlock,
        new AllocationSamples(UpToLast(e => e.Windows is not null, e => e.Windows ?? []), OperationsPerBlock),
        UpToLast(e => e.Stretch is not null, e => e.Stretch.GetValueOrDefault()))
    {
        ServerAllocation = UpToLast(e => e.ServerWindows is not null, e => e.ServerWindows ?? []) is { Count: > 0 } windows
            ? new(windows, OperationsPerBlock)
            : null,
        Counters = [.. _epochs.Select(e => e.Counters).OfType<CounterSamples>()],
        Retained = _epochs.Select(e => e.Retained).LastOrDefault(retained => retained is not null),
        MeasuredAlone = oneByOne,
        FirstCall = FirstCall,
        Load = UpToLast(e => e.Rounds?.Calls is not null, e => e.Rounds?.Calls ?? []) is { Count: > 0 } calls
            ? new(
                benchmark.Load!,
                UpToLast(e => e.Rounds?.TimePerOperation is not null, e => e.Rounds?.TimePerOperation ?? []),
                calls)
            : null,
    };

    private List<T> UpToLast<T>(Predicate<EpochSamples> isMeasured, Func<EpochSamples, T> samplesOf) =>
        [.. _epochs.Take(_epochs.FindLastIndex(isMeasured) + 1).Select(samplesOf)];
}
