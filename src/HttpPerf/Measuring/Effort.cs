using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>
/// How long each case is sampled in an epoch, as multiples of the first pass. A later pass samples only what is undecided, for as long as
/// all passes before it together.
/// </summary>
/// <param name="epochs">The number of epochs in a pass.</param>
internal sealed class Effort(int epochs)
{
    /// <summary>A last pass that the budget cuts down to less than this share would hardly change anything.</summary>
    private const double SmallestShare = 0.25;

    private readonly Dictionary<(CaseId? Id, SampleKinds Kind), Part> _parts = [];

    private bool _isFirstPass = true;

    /// <summary>The effort of the rounds, which all cases share.</summary>
    public double OfRounds => Of(null, SampleKinds.Times);

    /// <returns>0 for samples that are not taken.</returns>
    public double Of(CaseId? id, SampleKinds kind) => Find(id, kind).Factor;

    /// <summary>Records how long a part of an epoch took.</summary>
    /// <param name="id">The case; null for the rounds of all cases.</param>
    /// <param name="kind">The kind of its samples.</param>
    /// <param name="taken">How long that took.</param>
    /// <returns>How much of it counts toward the budget: in the first pass, only rounds.</returns>
    public TimeSpan Add(CaseId? id, SampleKinds kind, TimeSpan taken)
    {
        var part = Find(id, kind);
        part.Unit = taken / part.Factor;
        return _isFirstPass && kind != SampleKinds.Times ? TimeSpan.Zero : taken;
    }

    /// <summary>Plans the next pass.</summary>
    /// <param name="undecided">The cases and kinds of which more samples are needed.</param>
    /// <param name="left">The rest of the budget.</param>
    /// <param name="minRounds">The smallest factor with which rounds are worth their time.</param>
    /// <param name="lengthOfRounds">How long a round will take, as a multiple of its time so far.</param>
    /// <param name="rest">
    /// How long the rest of an epoch takes, which builds and warms up everything. Rounds that take less would waste it, because epochs
    /// hardly differ beyond what their rounds leave open.
    /// </param>
    /// <returns>False if the budget is too small for a pass that could decide anything.</returns>
    public bool TryPlan(
        IReadOnlyDictionary<CaseId, SampleKinds> undecided,
        TimeSpan left,
        double minRounds,
        double lengthOfRounds = 1,
        TimeSpan rest = default)
    {
        _isFirstPass = false;
        Find(null, SampleKinds.Times).Unit *= lengthOfRounds;
        var ofAnyCase = undecided.Values.Aggregate(SampleKinds.None, (all, kinds) => all | kinds);
        foreach (var ((id, kind), part) in _parts)
        {
            part.Total += part.Factor;
            var isUndecided = (id is null ? ofAnyCase : undecided.GetValueOrDefault(id)).HasFlag(kind);
            part.Factor = isUndecided ? part.Total : 0;
        }

        var wanted = _parts.Values.Aggregate(TimeSpan.Zero, (sum, part) => sum + (part.Unit * part.Factor));
        var share = Math.Min(1, left / epochs / wanted);
        foreach (var part in _parts.Values)
            part.Factor *= share;
        var rounds = Find(null, SampleKinds.Times);
        var spare = (left / epochs) - wanted;
        if (rounds.Factor > 0 && rounds.Unit > TimeSpan.Zero && spare > TimeSpan.Zero)
            rounds.Factor = Math.Max(rounds.Factor, Math.Min(rest / rounds.Unit, rounds.Factor + (spare / rounds.Unit)));
        return wanted > TimeSpan.Zero && share >= SmallestShare && (OfRounds == 0 || OfRounds >= minRounds);
    }

    private Part Find(CaseId? id, SampleKinds kind) =>
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
