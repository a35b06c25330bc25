using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>What has been measured of one case so far.</summary>
internal sealed class Recording(CaseId id)
{
    private readonly List<double[]> _epochs = [];
    private readonly List<double[]> _windows = [];
    private readonly List<double[]> _serverWindows = [];
    private readonly List<StretchSamples> _stretches = [];
    private readonly List<CounterSamples> _counters = [];

    private readonly List<double[]> _timesPerOperation = [];
    private CallTimes? _calls;

    public BlockPlan Plan { get; set; } = BlockPlan.Single;

    /// <summary>The median time of a block in the last epoch that had rounds, in nanoseconds.</summary>
    public double LastBlock { get; private set; }

    public void AddRounds(int epoch, IReadOnlyList<BlockTime> rounds)
    {
        LastBlock = rounds.Select(r => r.Nanoseconds).Order().ElementAt(rounds.Count / 2);
        Add(_epochs, epoch, [.. rounds.Select(r => r.TimeOfOperation)], missing: []);
        if (_calls is null)
            return;
        Add(_timesPerOperation, epoch, [.. rounds.Select(r => r.TimePerOperation)], missing: []);
        _calls.EndEpoch(epoch);
    }

    /// <summary>Adds the calls of a round.</summary>
    public void AddCalls(LoadGenerator load) => (_calls ??= new CallTimes(load.Model)).Add(load.Times);

    public void AddWindows(int epoch, double[] bytesPerOperation) => Add(_windows, epoch, bytesPerOperation, missing: []);

    public void AddServerWindows(int epoch, double[] bytesPerOperation) => Add(_serverWindows, epoch, bytesPerOperation, missing: []);

    public void AddStretch(int epoch, StretchSamples stretch) => Add(_stretches, epoch, stretch, missing: default);

    public void AddCounters(CounterSamples counters) => _counters.Add(counters);

    public CaseSamples ToSamples(int operationsPerCall, bool oneByOne) => new(
        id,
        [.. _epochs],
        Plan.Calls * operationsPerCall,
        new AllocationSamples([.. _windows], Plan.Calls * operationsPerCall),
        [.. _stretches])
    {
        ServerAllocation = _serverWindows.Count > 0 ? new([.. _serverWindows], Plan.Calls * operationsPerCall) : null,
        Counters = [.. _counters],
        MeasuredAlone = oneByOne,
        Load = _calls?.ToSamples([.. _timesPerOperation], operationsPerCall),
    };

    private static void Add<T>(List<T> ofEpochs, int epoch, T samples, T missing)
    {
        while (ofEpochs.Count < epoch)
            ofEpochs.Add(missing);
        ofEpochs.Add(samples);
    }
}
