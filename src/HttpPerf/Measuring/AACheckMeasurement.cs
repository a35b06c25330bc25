using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// Measures an A/A check together with the cases of a group. A second instance of the reference should take as long as the reference, and
/// two of its blocks twice as long. If the measured ratios differ from that, times say nothing about the cases either.
/// </summary>
/// <param name="benchmarks">The cases; the reference is their baseline, or the first case if there is no baseline.</param>
/// <param name="options">Supplies the budget and the check's share of it, the clock and the random numbers.</param>
internal sealed class AACheckMeasurement(IReadOnlyList<Benchmark> benchmarks, MeasuringOptions options)
{
    /// <summary>
    /// The copy starts in the first quarter of the rounds: those that are left, even of the fewest, are enough to judge the check.
    /// </summary>
    private const int LatestStart = 4;

    private readonly AACheckBudget _budget = new(options.AACheckObjection is null ? options.Budget * options.AACheckShare : TimeSpan.Zero);
    private readonly List<BaselineCopy> _copies = [];
    private TimeSpan _allowance;

    private readonly Benchmark _reference = benchmarks.FirstOrDefault(b => b.Id.IsBaseline) ?? benchmarks[0];

    public CaseId Reference => _reference.Id;

    public AASamples Samples => new([.. _copies.Select(c => c.Pairs)], [.. _copies.Select(c => c.DoubledPairs)])
    {
        Objection = options.AACheckObjection,
    };

    /// <summary>Returns what to build a second instance of in the next epoch; null if too little is left of the check's time.</summary>
    /// <param name="setUp">How long it took to build a case in the epoch before.</param>
    /// <param name="round">How long a round took there.</param>
    public Benchmark? Plan(TimeSpan setUp, TimeSpan round)
    {
        _allowance = _budget.Allowance(setUp, round);
        return _allowance > TimeSpan.Zero ? _reference : null;
    }

    /// <summary>Begins an epoch's rounds.</summary>
    /// <param name="built">The second instance; null if there is none.</param>
    /// <param name="setUp">How long it took to build it.</param>
    /// <param name="rounds">The number of rounds.</param>
    public BaselineCopy? Start(BuiltCase? built, TimeSpan setUp, int rounds)
    {
        if (built is null)
            return null;
        _budget.Spend(setUp);
        if (setUp >= _allowance)
            return null;

        var first = options.Random.Next((rounds / LatestStart) + 1);
        var copy = new BaselineCopy(built, first, rounds - first, _allowance - setUp, options.Random, options.Clock);
        _copies.Add(copy);
        return copy;
    }

    public void End(BaselineCopy? copy) => _budget.Spend(copy?.Taken ?? TimeSpan.Zero);
}
