using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// How long each case is sampled in an epoch, as multiples of the first pass. What is undecided is sampled in the next pass for as long as
/// in all passes before it together, everything else for as long as in the first.
/// </summary>
/// <param name="epochs">The number of epochs in a pass.</param>
internal sealed class Effort(int epochs)
{
    /// <summary>A last pass that the budget cuts down to less than this share would hardly change anything.</summary>
    private const double SmallestShare = 0.25;

    private readonly Dictionary<(CaseId Id, SampleKinds Kind), Part> _parts = [];
    private readonly Part _rounds = new();

    /// <summary>That of the rounds of all cases.</summary>
    public double OfRounds => _rounds.Factor;

    public double Of(CaseId id, SampleKinds kind) => Find(id, kind).Factor;

    /// <summary>Records how long the rounds of an epoch took.</summary>
    public void AddRounds(TimeSpan taken) => _rounds.Unit = taken / _rounds.Factor;

    /// <summary>Records how long a case's part of an epoch took.</summary>
    /// <returns>How much of that counts toward the budget: all of it, unless it was no longer than in the first pass.</returns>
    public TimeSpan Add(CaseId id, SampleKinds kind, TimeSpan taken)
    {
        var part = Find(id, kind);
        part.Unit = taken / part.Factor;
        return part.Factor > 1 ? taken : TimeSpan.Zero;
    }

    /// <summary>Plans the next pass.</summary>
    /// <param name="undecided">What more samples are needed of.</param>
    /// <param name="left">What is left of the budget.</param>
    /// <param name="fewestRounds">The smallest factor with which rounds are worth their time.</param>
    /// <returns>False if the budget is too small for a pass that could decide anything.</returns>
    public bool TryPlan(IReadOnlyDictionary<CaseId, SampleKinds> undecided, TimeSpan left, double fewestRounds)
    {
        var all = _parts.ToDictionary(p => p.Value, p => undecided.GetValueOrDefault(p.Key.Id).HasFlag(p.Key.Kind));
        all[_rounds] = undecided.Values.Any(kinds => kinds.HasFlag(SampleKinds.Times));
        foreach (var (part, isUndecided) in all)
        {
            part.Total += part.Factor;
            part.Factor = isUndecided ? part.Total : 1;
        }

        var needed = all.Where(p => p.Value).Select(p => p.Key).ToList();
        var wanted = needed.Aggregate(TimeSpan.Zero, (sum, part) => sum + (part.Unit * part.Factor));
        var affordable = (left / epochs) - (all[_rounds] ? TimeSpan.Zero : _rounds.Unit);
        var share = wanted > TimeSpan.Zero ? Math.Min(1, affordable / wanted) : 1;
        foreach (var part in needed)
            part.Factor *= share;
        return needed.Count > 0 && share >= SmallestShare && _rounds.Factor >= fewestRounds;
    }

    private Part Find(CaseId id, SampleKinds kind) =>
        _parts.TryGetValue((id, kind), out var part) ? part : _parts[(id, kind)] = new();

    private sealed class Part
    {
        public double Factor { get; set; } = 1;

        /// <summary>The sum of the factors of all passes.</summary>
        public double Total { get; set; }

        /// <summary>How long it takes with a factor of 1.</summary>
        public TimeSpan Unit { get; set; }
    }
}
