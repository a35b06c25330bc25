using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>
/// Plans which samples a pass of epochs takes of which case, and for how long. It has no clock: it is told how long everything has taken.
/// </summary>
/// <param name="plan">The budget, and the needs of limits.</param>
/// <param name="cases">The cases of the group.</param>
/// <param name="epochs">The number of epochs in a pass.</param>
internal sealed class PassPlanner(MeasurementPlan plan, IReadOnlyList<CaseId> cases, int epochs)
{
    private const int RoundsBeforeFirstLook = 16;

    /// <summary>As many rounds of an epoch do where no verdict rests on times.</summary>
    private const int RoundsForDisplay = 8;

    /// <summary>How much of the time before the first look rounds take where no verdict rests on times.</summary>
    private const double PartForDisplay = 0.25;

    /// <summary>
    /// How many times as long as other solo runs those are in which limited counts are taken: their limits often allow one event in many
    /// operations or none.
    /// </summary>
    private const int LengthOfLimitedCounts = 2;

    /// <summary>In how many epochs of the first pass samples are taken that no verdict rests on.</summary>
    private const int EpochsForDisplay = 2;

    private readonly IReadOnlyList<CaseId> _cases = cases;
    private readonly int _epochs = epochs;
    private readonly Effort _effort = new(epochs);
    private readonly List<TimeSpan> _epochTimes = [];

    /// <summary>How many rounds an epoch of the first pass has; 0 until it is known how long a round takes.</summary>
    private int _firstRounds;

    /// <summary>How many rounds of an epoch the budget allows.</summary>
    private int _affordableRounds;

    /// <summary>How much of the budget is used.</summary>
    private TimeSpan _spent;

    /// <summary>How long windows between collections have taken, and of how many cases.</summary>
    private (TimeSpan Taken, int Cases) _retention;

    /// <summary>How long sampling has taken in the current epoch.</summary>
    private TimeSpan _sampled;

    /// <summary>The cases that a pass measures: at first all, later only undecided ones and their references.</summary>
    public IReadOnlyList<CaseId> Measured { get; private set; } = cases;

    /// <summary>How many epochs have ended.</summary>
    public int Epoch => _epochTimes.Count;

    /// <summary>How many will have when the pass has ended.</summary>
    public int LastEpoch { get; private set; } = epochs;

    /// <summary>How long a round takes.</summary>
    public TimeSpan RoundTime { get; set; }

    /// <summary>How long the last epoch took apart from sampling.</summary>
    public TimeSpan Overhead { get; private set; }

    public bool HasRounds => _effort.OfRounds > 0;

    public int RoundCount => (int)(_firstRounds * _effort.OfRounds);

    /// <summary>How long the first pass will take; null unless two epochs have just shown it: the first one compiles everything.</summary>
    public TimeSpan? FirstPass => _epochTimes is [var first, var second] ? first + ((_epochs - 1) * second) : null;

    /// <summary>
    /// How long the rest of the pass will take; null if that isn't known. The first epoch compiles and warms up everything, so its length
    /// says little about the others.
    /// </summary>
    public TimeSpan? Rest => Epoch < 2 ? null : (LastEpoch - Epoch) * _epochTimes[^1];

    private bool JudgesTimes => _cases.Any(id => IsLimited(id, SampleKinds.Times));

    /// <summary>Plans the rounds of the first pass.</summary>
    /// <param name="round">How long one takes.</param>
    /// <param name="affordable">How many the budget allows.</param>
    public void PlanRounds(TimeSpan round, int affordable)
    {
        (RoundTime, _affordableRounds) = (round, affordable);
        var (minimum, time) = JudgesTimes
            ? (RoundsBeforeFirstLook, plan.FirstLook)
            : (RoundsForDisplay, PartForDisplay * plan.FirstLook);
        _firstRounds = Math.Min(Math.Max(minimum, (int)(time / round)), affordable);
    }

    /// <summary>
    /// Makes the rounds of the first pass as long as the other samples of its first epoch, which have been taken. Setting up another pass
    /// takes about as long, and few rounds leave it undecided.
    /// </summary>
    public void LengthenRounds()
    {
        if (JudgesTimes)
            _firstRounds = Math.Max(_firstRounds, Math.Min((int)((plan.FirstLook + _sampled) / RoundTime), _affordableRounds));
    }

    /// <summary>
    /// Plans the next pass. What is decided takes no part in its rounds, which leaves time for more of them. The pass ends when the budget
    /// is used up: once by what counts toward it, or twice by all.
    /// </summary>
    /// <param name="look">The result of a look at the samples so far.</param>
    /// <param name="elapsed">How long everything has taken.</param>
    /// <param name="isReference">Whether others are compared with a case.</param>
    /// <param name="blockOf">How long a block of a case takes.</param>
    /// <returns>False if nothing is undecided or the time is too short for a pass that could decide anything.</returns>
    public bool TryPlanPass(Look look, TimeSpan elapsed, Func<CaseId, bool> isReference, Func<CaseId, double> blockOf)
    {
        if (look.Undecided.Count == 0)
            return false;

        var before = Measured;
        Measured = [.. _cases.Where(id => look.Undecided.ContainsKey(id) || isReference(id))];
        // Setup, warm-up and cleanup take as long as they did in the last epoch.
        Overhead *= Measured.Count / (double)before.Count;
        var length = Measured.Sum(blockOf) / before.Sum(blockOf);
        RoundTime *= length;
        LastEpoch += _epochs;
        var (ofBudget, ofAll) = (
            plan.Budget.Rounds - _spent, (look.TimeLimit ?? plan.Budget.Group) - elapsed - (_epochs * Overhead));
        return _effort.TryPlan(
            look.Undecided,
            ofBudget < ofAll ? ofBudget : ofAll,
            BudgetCheck.MinRounds / (double)_firstRounds,
            length,
            Overhead);
    }

    /// <summary>Whether the current epoch samples a kind of a case.</summary>
    public bool IsDue(CaseId id, SampleKinds kind) =>
        plan.Kinds.HasFlag(kind)
        && _effort.Of(id, kind) > 0
        && (kind == SampleKinds.Retained
            // Once is enough, by when the process has been called often. It costs nothing where no verdict rests on it.
            ? Epoch == _epochs - 1 && IsLimited(id, kind)
            : Epoch >= _epochs - EpochsForDisplay || IsLimited(id, kind));

    /// <summary>How long the windows between collections of the next case may take. It may use time that others didn't need.</summary>
    public TimeSpan LongestRetention =>
        (plan.Budget.Retention - _retention.Taken)
        / Math.Max(1, _cases.Count(id => IsLimited(id, SampleKinds.Retained)) - _retention.Cases);

    /// <summary>For how long, as a multiple of the shortest.</summary>
    public double EffortOf(CaseId id, SampleKinds kind) =>
        _effort.Of(id, kind)
        * (kind == SampleKinds.Counters && IsLimited(id, kind) ? LengthOfLimitedCounts : 1);

    /// <summary>Over how many windows bytes are counted.</summary>
    /// <param name="id">The case.</param>
    /// <param name="kind">Which bytes.</param>
    /// <param name="overlaps">Whether its calls overlap. Of those, a few windows cover enough.</param>
    public WindowPlan PlanWindows(CaseId id, SampleKinds kind, bool overlaps)
    {
        if (overlaps || !plan.Needs.Bounded.Of(id).HasFlag(kind))
            return WindowPlan.Short;
        var each = plan.Budget.Windows(JudgesTimes) / (_epochs * _cases.Count);
        return new((int)Math.Ceiling(plan.Needs.DecisiveWindows / (double)_epochs), each);
    }

    /// <summary>Records how long a part of the current epoch took.</summary>
    /// <param name="id">The case; null for the rounds of all cases.</param>
    /// <param name="kind">The kind of its samples.</param>
    /// <param name="taken">How long that took.</param>
    public void Add(CaseId? id, SampleKinds kind, TimeSpan taken)
    {
        _spent += _effort.Add(id, kind, taken);
        _sampled += taken;
        if (kind == SampleKinds.Retained)
            _retention = (_retention.Taken + taken, _retention.Cases + 1);
    }

    /// <param name="taken">How long the epoch took.</param>
    public void EndEpoch(TimeSpan taken)
    {
        _epochTimes.Add(taken);
        Overhead = taken - _sampled;
        _sampled = TimeSpan.Zero;
    }

    private bool IsLimited(CaseId id, SampleKinds kind) => plan.Needs.Limited.Of(id).HasFlag(kind);
}
