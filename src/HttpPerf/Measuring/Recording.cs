using HttpPerf.Model;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>The samples of one case so far.</summary>
internal sealed class Recording(Benchmark benchmark)
{
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

    /// <param name="oneByOne">Whether the rounds of the case are its own.</param>
    public CaseSamples ToSamples(bool oneByOne) => new(benchmark.Id, [.. _epochs], OperationsPerBlock, OperationsPerBlock)
    {
        Load = _epochs.Exists(epoch => epoch.Rounds is not null) ? benchmark.Load : null,
        FirstCall = FirstCall,
        MeasuredAlone = oneByOne,
    };
}
