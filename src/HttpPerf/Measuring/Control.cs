using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// Measures what is known beforehand, beside the cases of a group: a twin of the reference takes as long as the reference, and two
/// blocks of the twin twice as long. Where that doesn't come out, times tell nothing about the cases either.
/// </summary>
/// <param name="benchmarks">The cases; the reference is their baseline, or the first where there is none.</param>
/// <param name="options">What controls may take, and by which clock.</param>
internal sealed class Control(IReadOnlyList<Benchmark> benchmarks, MeasuringOptions options)
{
    private readonly ControlLedger _ledger = new(options.ControlShare);
    private readonly List<Twin> _twins = [];
    private Twin? _current;

    /// <summary>The reference's place among the cases.</summary>
    public int Reference { get; } = Math.Max(0, benchmarks.ToList().FindIndex(b => b.Id.IsBaseline));

    public ControlSamples Samples => new([.. _twins.Select(t => t.Pairs)], [.. _twins.Select(t => t.DoubledPairs)]);

    /// <summary>Builds the twin of an epoch; null where it can't be afforded.</summary>
    /// <param name="group">The epoch's cases, all of them built.</param>
    /// <param name="setUp">What building one of them took.</param>
    /// <param name="round">What a round takes.</param>
    /// <param name="rounds">How many of them the epoch has.</param>
    public async Task<Twin?> BuildTwin(BuiltGroup group, TimeSpan setUp, TimeSpan round, int rounds)
    {
        _current = null;
        var allowance = _ledger.Allowance(setUp, round);
        if (allowance == TimeSpan.Zero)
            return null;

        var start = options.Clock.GetTimestamp();
        var built = await group.AddTwin(benchmarks[Reference]);
        var taken = options.Clock.GetElapsedTime(start);
        _ledger.Spend(taken);
        if (taken >= allowance)
            return null;

        var first = options.Random.Next((rounds / 2) + 1);
        _current = new Twin(built, first, rounds - first, allowance - taken, options.Random, options.Clock);
        _twins.Add(_current);
        return _current;
    }

    /// <param name="measured">What the whole epoch took.</param>
    public void EndEpoch(TimeSpan measured)
    {
        _ledger.Earn(measured);
        _ledger.Spend(_current?.Taken ?? TimeSpan.Zero);
    }
}
