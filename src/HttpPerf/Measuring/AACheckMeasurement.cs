using HttpPerf.Model;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>
/// Measures an A/A check together with the cases of a group. A control instance of the reference should take as long as the reference,
/// and two of its blocks twice as long. If the measured ratios differ from that, times say nothing about the cases either.
/// </summary>
/// <param name="benchmarks">
/// The cases; the reference is their baseline, or the first case if there is no baseline. Of two builds, the control instances are of a
/// case that both have. Of several servers, each has one, because a call is faster right after another one to the same server.
/// </param>
/// <param name="serversOf">Tells cases apart that use different servers; asked after the first epoch.</param>
/// <param name="context">Supplies the budget and the check's share of it, the clock and the random numbers.</param>
/// <param name="attempt">Why there can't be one.</param>
internal sealed class AACheckMeasurement(
    IReadOnlyList<Benchmark> benchmarks, Func<CaseId, string> serversOf, MeasurementContext context, Attempt attempt)
{
    /// <summary>
    /// It starts in the first quarter of the rounds: those that are left, even of the fewest, are enough to judge the check.
    /// </summary>
    private const int LatestStart = 4;

    private readonly AACheckBudget _budget = new(
        context.Plan.HasAACheck && attempt.AACheckBlocker is null ? context.Plan.Budget.AACheck : TimeSpan.Zero);
    private readonly List<ControlInstance> _controls = [];
    private TimeSpan _allowance;

    private readonly Lazy<Benchmark[]> _lazyReferences = new(() => FindReferences(benchmarks, serversOf));

    private Benchmark[] References => _lazyReferences.Value;

    public AASamples Samples => new([.. _controls.Select(c => c.Pairs)], [.. _controls.Select(c => c.DoubledPairs)])
    {
        Blocker = attempt.AACheckBlocker,
    };

    /// <summary>Whether a case is one that control instances are compared with.</summary>
    public bool IsReference(CaseId id) => Array.Exists(References, b => b.Id == id);

    /// <summary>The cases to build a control instance of in the next epoch; none if too little is left of the check's time.</summary>
    /// <param name="setUp">How long it took to build a case in the epoch before.</param>
    /// <param name="round">How long a round took there.</param>
    public IReadOnlyList<Benchmark> Plan(TimeSpan setUp, TimeSpan round)
    {
        _allowance = _budget.Allowance(References.Length * setUp, round);
        return _allowance > TimeSpan.Zero ? References : [];
    }

    /// <summary>Begins an epoch's rounds.</summary>
    /// <param name="built">The group as it is built; its control instances are those of the last plan.</param>
    /// <param name="setUp">How long it took to build a case.</param>
    /// <param name="rounds">The number of rounds.</param>
    /// <returns>Null if there is no time for one.</returns>
    public ControlInstance? Start(BuiltGroup built, TimeSpan setUp, int rounds)
    {
        if (built.Controls.Count == 0)
            return null;
        setUp *= built.Controls.Count;
        _budget.Spend(setUp);
        if (setUp >= _allowance)
            return null;

        var first = context.Random.Next((rounds / LatestStart) + 1);
        int[] references = [.. built.Controls.Select(control => built.Cases.Index().First(c => c.Item.Id == control.Id).Index)];
        var control = new ControlInstance(
            built.Controls, references, first, rounds - first, _allowance - setUp, context.Random, context.Clock);
        _controls.Add(control);
        return control;
    }

    public void End(ControlInstance? control) => _budget.Spend(control?.Taken ?? TimeSpan.Zero);

    private static Benchmark[] FindReferences(IReadOnlyList<Benchmark> benchmarks, Func<CaseId, string> serversOf)
    {
        var today = benchmarks.Where(b => !b.Id.IsBefore).ToArray();
        var inBoth = today.Where(b => benchmarks.Any(other => other.Id == b.Id.Before())).ToArray();
        var candidates = inBoth.Length > 0 ? inBoth : today.Length > 0 ? today : benchmarks;
        CaseId[] references = [.. candidates.OrderByDescending(b => b.Id.IsBaseline).DistinctBy(b => serversOf(b.Id)).Select(b => b.Id)];
        return [.. references.SelectMany(id => benchmarks.Where(b => b.Id == id || (!id.IsBefore && b.Id == id.Before())))];
    }
}
