using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// Measures an A/A check beside the cases of a group: a second instance of the reference takes as long as the reference, and two of its
/// blocks take twice as long. Where the measured ratios differ from that, times don't say anything about the cases either.
/// </summary>
/// <param name="benchmarks">The cases; the reference is their baseline, or the first where there is none.</param>
/// <param name="options">The check's share of the time, the clock and the source of chance.</param>
internal sealed class AACheckMeasurement(IReadOnlyList<Benchmark> benchmarks, MeasuringOptions options)
{
    private readonly AACheckBudget _budget = new(options.AACheckShare);
    private readonly List<BaselineCopy> _copies = [];
    private BaselineCopy? _current;

    /// <summary>The reference's place among the cases.</summary>
    public int Reference { get; } = Math.Max(0, benchmarks.ToList().FindIndex(b => b.Id.IsBaseline));

    public AASamples Samples => new([.. _copies.Select(c => c.Pairs)], [.. _copies.Select(c => c.DoubledPairs)]);

    /// <summary>Builds the second instance of an epoch; null where the check's share of the time doesn't suffice.</summary>
    /// <param name="group">The epoch's cases, all of them built.</param>
    /// <param name="setUp">What building one of them took.</param>
    /// <param name="round">What a round takes.</param>
    /// <param name="rounds">How many of them the epoch has.</param>
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

    /// <param name="measured">What the whole epoch took.</param>
    public void EndEpoch(TimeSpan measured)
    {
        _budget.Earn(measured);
        _budget.Spend(_current?.Taken ?? TimeSpan.Zero);
    }
}
