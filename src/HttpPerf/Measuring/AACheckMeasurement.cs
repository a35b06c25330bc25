using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// Measures an A/A check together with the cases of a group. A second instance of the reference should take as long as the reference, and
/// two of its blocks twice as long. If the measured ratios differ from that, times say nothing about the cases either.
/// </summary>
/// <param name="benchmarks">The cases; the reference is their baseline, or the first case if there is no baseline.</param>
/// <param name="options">Supplies the check's share of the time, the clock and the random numbers.</param>
internal sealed class AACheckMeasurement(IReadOnlyList<Benchmark> benchmarks, MeasuringOptions options)
{
    private readonly AACheckBudget _budget = new(options.AACheckObjection is null ? options.AACheckShare : 0);
    private readonly List<BaselineCopy> _copies = [];
    private BaselineCopy? _current;

    /// <summary>The reference's index among the cases.</summary>
    public int Reference { get; } = Math.Max(0, benchmarks.ToList().FindIndex(b => b.Id.IsBaseline));

    public AASamples Samples => new([.. _copies.Select(c => c.Pairs)], [.. _copies.Select(c => c.DoubledPairs)])
    {
        Objection = options.AACheckObjection,
    };

    /// <summary>Builds the second instance for an epoch; null if the check's share of the time is too small.</summary>
    /// <param name="group">The epoch's cases, all of them built.</param>
    /// <param name="setUp">How long it took to build one of them.</param>
    /// <param name="round">How long a round takes.</param>
    /// <param name="rounds">The number of rounds in the epoch.</param>
    public async Task<BaselineCopy?> BuildCopy(BuiltGroup group, TimeSpan setUp, TimeSpan round, int rounds)
    {
        _current = null;
        var allowance = _budget.Allowance(setUp, round);
        if (allowance == TimeSpan.Zero)
            return null;

        var start = options.Clock.GetTimestamp();
        var built = await group.AddCopy(benchmarks[Reference]);
        var taken = options.Clock.GetElapsedTime(start);
        _budget.Spend(taken);
        if (taken >= allowance)
            return null;

        var first = options.Random.Next((rounds / 2) + 1);
        _current = new BaselineCopy(built, first, rounds - first, allowance - taken, options.Random, options.Clock);
        _copies.Add(_current);
        return _current;
    }

    /// <param name="measured">How long the whole epoch took.</param>
    public void EndEpoch(TimeSpan measured)
    {
        _budget.Earn(measured);
        _budget.Spend(_current?.Taken ?? TimeSpan.Zero);
    }
}
