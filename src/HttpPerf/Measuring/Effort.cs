using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// How long each case is sampled in an epoch, as multiples of the first pass. A later pass takes only the kinds of samples that something
/// is undecided for. There it samples what is undecided for as long as all passes before it together, and the other cases, so that every
/// case has the same epochs, for as long as the first.
/// </summary>
/// <param name="epochs">The number of epochs in a pass.</param>
internal sealed class Effort(int epochs)
{
    /// <summary>A last pass that the budget cuts down to less than this share would hardly change anything.</summary>
    private const double SmallestShare = 0.25;

    private readonly Dictionary<(CaseId? Id, SampleKinds Kind), Part> _parts = [];

    /// <summary>The kinds of samples that the pass takes; null in the first, which takes all.</summary>
    private SampleKinds? _included;

    /// <summary>That of the rounds, which are common to all cases.</summary>
    public double OfRounds => Of(null, SampleKinds.Times);

    public bool Includes(SampleKinds kind) => _included?.HasFlag(kind) ?? true;

    public double Of(CaseId? id, SampleKinds kind) => Find(id, kind).Factor;

    /// <summary>Records how long a part of an epoch took.</summary>
    /// <param name="id">The case; null for the rounds of all cases.</param>
    /// <param name="kind">What was sampled.</param>
    /// <param name="taken">How long that took.</param>
    /// <returns>How much of it counts toward the budget: in the first pass, only rounds.</returns>
    public TimeSpan Add(CaseId? id, SampleKinds kind, TimeSpan taken)
    {
        var part = Find(id, kind);
        part.Unit = taken / part.Factor;
        return _included is null && kind != SampleKinds.Times ? TimeSpan.Zero : taken;
    }

    /// <summary>Plans the next pass.</summary>
    /// <param name="undecided">What more samples are needed of.</param>
    /// <param name="left">What is left of the budget.</param>
    /// <param name="fewestRounds">The smallest factor with which rounds are worth their time.</param>
    /// <returns>False if the budget is too small for a pass that could decide anything.</returns>
    public bool TryPlan(IReadOnlyDictionary<CaseId, SampleKinds> undecided, TimeSpan left, double fewestRounds)
    {
        var included = undecided.Values.Aggregate(SampleKinds.None, (all, kinds) => all | kinds);
        _included = included;
        foreach (var ((id, kind), part) in _parts)
        {
            part.Total += part.Factor;
            part.IsUndecided = (id is null ? included : undecided.GetValueOrDefault(id)).HasFlag(kind);
            part.Factor = part.IsUndecided ? part.Total : Includes(kind) ? 1 : 0;
        }

        var longer = _parts.Values.Where(part => part.IsUndecided).ToList();
        var share = Math.Min(1, ((left / epochs) - Time(_parts.Values.Except(longer))) / Time(longer));
        longer.ForEach(part => part.Factor *= share);
        return longer.Count > 0 && share >= SmallestShare && (!Includes(SampleKinds.Times) || OfRounds >= fewestRounds);
    }

    private static TimeSpan Time(IEnumerable<Part> parts) =>
        parts.Aggregate(TimeSpan.Zero, (sum, part) => sum + (part.Unit * part.Factor));

    private Part Find(CaseId? id, SampleKinds kind) =>
        _parts.TryGetValue((id, kind), out var part) ? part : _parts[(id, kind)] = new();

    private sealed class Part
    {
        public double Factor { get; set; } = 1;

        /// <summary>The sum of the factors of all passes.</summary>
        public double Total { get; set; }

        /// <summary>How long it takes with a factor of 1.</summary>
        public TimeSpan Unit { get; set; }

        public bool IsUndecided { get; set; }
    }
}
