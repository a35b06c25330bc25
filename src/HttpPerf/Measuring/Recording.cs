using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>What has been measured of one case so far.</summary>
internal sealed class Recording(CaseId id)
{
    private readonly List<double[]> _epochs = [];
    private readonly List<double[]> _windows = [];
    private GcActivity _gc;

    public long CallsPerBlock { get; set; } = 1;

    public CounterSamples? Counters { get; set; }

    public void AddEpoch(IReadOnlyList<BlockTime> rounds)
    {
        _epochs.Add([.. rounds.Select(r => r.Nanoseconds / r.Gc.Operations)]);
        foreach (var round in rounds)
            _gc = Sum(_gc, round.Gc);
    }

    public void AddWindows(double[] bytesPerOperation) => _windows.Add(bytesPerOperation);

    public CaseSamples ToSamples(int operationsPerCall) => new(
        id,
        [.. _epochs],
        CallsPerBlock * operationsPerCall,
        new AllocationSamples([.. _windows], CallsPerBlock * operationsPerCall),
        _gc,
        Counters);

    private static GcActivity Sum(GcActivity a, GcActivity b) => new(
        a.Operations + b.Operations, a.Gen0 + b.Gen0, a.Gen1 + b.Gen1, a.Gen2 + b.Gen2, a.PauseNanoseconds + b.PauseNanoseconds);
}
