using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>What has been measured of one case so far.</summary>
internal sealed class Recording(CaseId id)
{
    private readonly List<double[]> _epochs = [];
    private readonly List<double[]> _windows = [];
    private readonly List<double[]> _serverWindows = [];
    private readonly List<StretchSamples> _stretches = [];
    private readonly List<CounterSamples> _counters = [];

    public long CallsPerBlock { get; set; } = 1;

    public void AddEpoch(IReadOnlyList<BlockTime> rounds) => _epochs.Add([.. rounds.Select(r => r.Nanoseconds / r.Operations)]);

    public void AddWindows(double[] bytesPerOperation) => _windows.Add(bytesPerOperation);

    public void AddServerWindows(double[] bytesPerOperation) => _serverWindows.Add(bytesPerOperation);

    public void AddStretch(StretchSamples stretch) => _stretches.Add(stretch);

    public void AddCounters(CounterSamples counters) => _counters.Add(counters);

    public CaseSamples ToSamples(int operationsPerCall) => new(
        id,
        [.. _epochs],
        CallsPerBlock * operationsPerCall,
        new AllocationSamples([.. _windows], CallsPerBlock * operationsPerCall),
        [.. _stretches])
    {
        ServerAllocation = _serverWindows.Count > 0 ? new([.. _serverWindows], CallsPerBlock * operationsPerCall) : null,
        Counters = [.. _counters],
    };
}
