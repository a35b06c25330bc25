using HttpPerf.Model.Faults;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;

namespace HttpPerf.Judging;

/// <summary>Compares a group's figures with its limits.</summary>
internal static class Judge
{
    /// <summary>
    /// A few rare calls may break a limit that all calls seen so far meet. It is decided when events that are more frequent than this
    /// would have been seen.
    /// </summary>
    private const double RareEvent = 0.05;

    /// <summary>
    /// Calls that allocate more are found when three windows have them. Where eight are expected, 98 of 100 runs have that many.
    /// </summary>
    private const double ExpectedEvents = 8;

    /// <summary>Over how many windows the bytes of a case have to be counted before a limit on them is met.</summary>
    public const int DecisiveWindows = (int)(ExpectedEvents / RareEvent);

    /// <summary>
    /// Where a whole budget would decide in fewer runs than this, it is not spent, e.g. on a limit that is closer than processes differ.
    /// </summary>
    private const double LeastPromise = 0.1;

    /// <summary>Growth so many times below its limit isn't counted again: bytes of equal code differ by a percent.</summary>
    private const double FarWithin = 10;

    /// <summary>From here on, a limit is more likely broken than not.</summary>
    private const double Even = 0.5;

    /// <param name="group">The measured group.</param>
    /// <param name="limits">Every case of the group, measured or not, with its limits.</param>
    public static JudgedGroup JudgeGroup(GroupComparison group, IReadOnlyList<CaseLimits> limits) =>
        new([.. limits.Select(c => new JudgedCase(c.Case, group.Find(c.Case), JudgeCase(group, c)))], group);

    /// <summary>
    /// Returns which samples of which cases may decide a limit that is undecided or lacks a sound estimate; empty if more samples would
    /// change nothing. A metric without any estimate, e.g. a ratio to a baseline that could not be measured, gets none from more samples,
    /// and times stay unjudged if the A/A check failed. A time that seems broken needs no more of them where fresh processes will tell.
    /// </summary>
    /// <param name="group">The measured group.</param>
    /// <param name="limits">The limits of its cases.</param>
    public static IReadOnlyDictionary<CaseId, SampleKinds> FindUndecided(
        GroupComparison group, IReadOnlyList<CaseLimits> limits)
    {
        var undecided = new Dictionary<CaseId, SampleKinds>();
        var all = limits.Select(c => c.Case).ToArray();
        foreach (var (id, ofCase) in limits)
        {
            if (group.Find(id) is not { } comparison)
                continue;
            foreach (var limit in Applicable(comparison, ofCase))
                if (!IsDecided(group, comparison, limit))
                    foreach (var compared in Compared(id, group.Baseline?.Case, all, limit.Metric))
                        undecided[compared] = undecided.GetValueOrDefault(compared) | limit.Metric.Samples;
        }

        return undecided;
    }

    /// <summary>
    /// Returns which samples the limits of each case rest on: all of them for a case without limits, for which some are going to be
    /// proposed.
    /// </summary>
    public static IReadOnlyDictionary<CaseId, SampleKinds> FindLimited(IReadOnlyList<CaseLimits> limits)
    {
        var baseline = limits.FirstOrDefault(c => c.Case.IsBaseline)?.Case;
        var all = limits.Select(c => c.Case).ToArray();
        var limited = limits.ToDictionary(c => c.Case, c => c.Limits.Count == 0 ? SampleKinds.All : SampleKinds.None);
        foreach (var (id, ofCase) in limits)
            foreach (var metric in ofCase.Select(limit => limit.Metric).Where(metric => metric.AppliesTo(id)))
                foreach (var compared in Compared(id, baseline, all, metric))
                    limited[compared] = limited.GetValueOrDefault(compared) | metric.Samples;
        return limited;
    }

    /// <summary>
    /// Returns of which cases, and with which kinds of windows, bytes have a maximum. Only those are decided by the number of windows: what
    /// a few calls allocate beside the others can't break a minimum.
    /// </summary>
    public static IReadOnlyDictionary<CaseId, SampleKinds> FindBounded(IReadOnlyList<CaseLimits> limits)
    {
        var bounded = new Dictionary<CaseId, SampleKinds>();
        foreach (var (id, ofCase) in limits)
            foreach (var metric in ofCase.Where(limit => limit.Max is not null).Select(limit => limit.Metric))
                foreach (var compared in metric.IsAgainst ? [id, id.Before()] : new[] { id })
                    bounded[compared] = bounded.GetValueOrDefault(compared)
                        | (metric.Samples & (SampleKinds.Bytes | SampleKinds.ServerBytes));
        return bounded;
    }

    /// <summary>
    /// Returns the times that fresh processes should measure: those that one process has seen beyond their limits, those that are closer to
    /// theirs than to 1 when time is up, and builds that seem to have become faster. If there are any, what else is open comes along,
    /// because it costs other processes no time.
    /// </summary>
    /// <param name="group">The measured group.</param>
    /// <param name="limits">The limits of its cases.</param>
    public static IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> FindUnconfirmed(
        GroupComparison group, IReadOnlyList<CaseLimits> limits)
    {
        var unconfirmed = group.AACheck.HasFailed ? [] : FindConfirmable(
            group,
            limits,
            (limit, time, decision) => decision is { Outcome: Outcome.Suspect } or { Outcome: Outcome.Open, IsNear: true }
                || SeemsBetter(limit, time, group.Errors));
        return unconfirmed.Count == 0
            ? unconfirmed
            : FindConfirmable(
                group,
                limits,
                (limit, time, decision) => decision.Outcome != Outcome.Pass || SeemsBetter(limit, time, group.Errors));
    }

    private static Dictionary<CaseId, IReadOnlyList<Metric>> FindConfirmable(
        GroupComparison group, IReadOnlyList<CaseLimits> limits, Func<Limit, TimedFigure, Decision, bool> isWanted)
    {
        var confirmable = new Dictionary<CaseId, IReadOnlyList<Metric>>();
        foreach (var (id, ofCase) in limits)
        {
            if (group.Find(id) is not { } comparison)
                continue;
            Metric[] metrics =
            [
                .. Applicable(comparison, ofCase)
                    .Where(limit => !comparison.IsDistorted(limit.Metric) && FindFault(comparison, limit) is null)
                    .Where(limit => comparison.Timed.TryGetValue(limit.Metric, out var time)
                        && time.Processes.Count == 1
                        && isWanted(limit, time, Decide(time, limit, group.Errors, isFinal: false)))
                    .Select(limit => limit.Metric),
            ];
            if (metrics.Length > 0)
                confirmable[id] = metrics;
        }

        return confirmable;
    }

    /// <summary>
    /// Returns which bytes seem to have grown or shrunk since the earlier build, or may have, unless far more is allowed. In each build,
    /// the compiler makes of the same code what it was called for so far, and leaves out other objects.
    /// </summary>
    /// <param name="group">The measured group.</param>
    /// <param name="limits">The limits of its cases.</param>
    public static IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> FindUnconfirmedBytes(
        GroupComparison group, IReadOnlyList<CaseLimits> limits) => FindBytes(
            group, limits, (comparison, limit) => limit.Metric.IsGrowth
                && comparison.Measured[limit.Metric] is var growth && growth != Estimate.Exact(0)
                && !(FarWithin * Math.Max(Math.Abs(growth.Lower), Math.Abs(growth.Upper)) <= limit.Max));

    /// <summary>
    /// In how many processes bytes have to have grown before they fail. Luck that a seventh of processes has made three of them seem to
    /// grow in 2 of 300 comparisons of equal builds (simulated).
    /// </summary>
    private const int ProcessesOfGrowth = 5;

    /// <summary>Returns which of the bytes that fresh processes have counted further processes may decide.</summary>
    /// <inheritdoc cref="FindUnconfirmedBytes" path="/param"/>
    public static IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> FindUndecidedBytes(
        GroupComparison group, IReadOnlyList<CaseLimits> limits) => FindBytes(
            group, limits, (comparison, limit) => limit.Metric.IsGrowth
                && comparison.Processes.GetValueOrDefault(limit.Metric) is { } counted
                && comparison.Measured[limit.Metric] is var (value, lower, upper)
                && (lower <= 0 && upper >= 0 ? comparison.Shared.GetValueOrDefault(limit.Metric) is null
                    : lower < upper || counted.Count < ProcessesOfGrowth));

    /// <summary>
    /// Returns which bytes seem to exceed the amounts that are recorded with their limits. Each process may have compiled the code so that
    /// it leaves out other objects.
    /// </summary>
    /// <inheritdoc cref="FindUnconfirmedBytes" path="/param"/>
    public static IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> FindUnconfirmedAmounts(
        GroupComparison group, IReadOnlyList<CaseLimits> limits) => FindBytes(group, limits, SeemToExceedRecord);

    /// <summary>Returns which of these bytes further processes may decide.</summary>
    /// <inheritdoc cref="FindUnconfirmedBytes" path="/param"/>
    public static IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> FindUndecidedAmounts(
        GroupComparison group, IReadOnlyList<CaseLimits> limits) => FindBytes(
            group, limits, (comparison, limit) =>
                comparison.Windows[limit.Metric].Count <= ProcessesOfGrowth && SeemToExceedRecord(comparison, limit));

    private static bool SeemToExceedRecord(CaseComparison comparison, Limit limit) =>
        limit.Amounts is not null
        && Place(comparison.Find(limit.Metric)!.Value, limit) is var ofMean and not LimitStatus.Above
        && PlaceAmounts(comparison, limit, ofMean).Status is LimitStatus.Above or LimitStatus.Undecided;

    private static Dictionary<CaseId, IReadOnlyList<Metric>> FindBytes(
        GroupComparison group, IReadOnlyList<CaseLimits> limits, Func<CaseComparison, Limit, bool> isWanted) => limits
            .Select(of => (of.Case, Comparison: group.Find(of.Case), of.Limits))
            .Where(of => of.Comparison is not null)
            .Select(of => (of.Case, Metrics: Applicable(of.Comparison!, of.Limits)
                .Where(limit => limit.Metric.IsOfBytes && !of.Comparison!.IsDistorted(limit.Metric))
                .Where(limit => FindFault(of.Comparison!, limit) is null && isWanted(of.Comparison!, limit))
                .Select(limit => limit.Metric)
                .ToList()))
            .Where(of => of.Metrics.Count > 0)
            .ToDictionary(of => of.Case, of => (IReadOnlyList<Metric>)of.Metrics);

    /// <summary>Returns the measured cases whose round trips are limited, absolutely or relative to an earlier build.</summary>
    /// <param name="metric">Which round trips.</param>
    /// <param name="group">The measured group.</param>
    /// <param name="limits">The limits of its cases.</param>
    /// <param name="withDefaults">Of which cases limits count that no file sets.</param>
    public static IReadOnlyList<CaseId> FindLimitedRoundTrips(
        Metric metric, GroupComparison group, IReadOnlyList<CaseLimits> limits, Func<CaseComparison, bool> withDefaults) =>
    [
        .. limits
            .Where(c => group.Find(c.Case) is { } comparison
                && c.Limits.Any(limit => limit.Metric.Absolute == metric
                    && (!limit.IsDefault || withDefaults(comparison))
                    && (comparison.Before is not null || !limit.Metric.IsAgainst)))
            .Select(c => c.Case),
    ];

    /// <summary>Returns the measured cases to which no limit applies, and for which some are going to be proposed.</summary>
    public static IReadOnlyList<CaseId> FindUnlimited(GroupComparison group, IReadOnlyList<CaseLimits> limits) =>
    [
        .. limits
            .Where(c => group.Find(c.Case) is { Distortion: null } comparison && IsUnlimited(comparison, c.Limits))
            .Select(c => c.Case),
    ];

    /// <summary>
    /// Whether another process may decide a time that several have measured: as long as they are too few to fail anything, what seems to be
    /// broken or better; later, what is more likely broken than not.
    /// </summary>
    /// <param name="group">Their measurements.</param>
    /// <param name="limits">The limits of its cases.</param>
    public static bool NeedsMoreProcesses(GroupComparison group, IReadOnlyList<CaseLimits> limits) => limits.Any(
        ofCase => group.Find(ofCase.Case) is { } comparison && ofCase.Limits.Any(
            limit => comparison.Timed.TryGetValue(limit.Metric, out var time) && time.Processes.Count > 1
                && IsWorthAnother(limit, time, group.Errors)));

    private static bool IsWorthAnother(Limit limit, TimedFigure time, ErrorRates errors)
    {
        var decision = Decide(time, limit, errors, isFinal: false);
        return time.Processes.Count >= ProcessSpread.MinProcesses
            ? decision is { Outcome: Outcome.Open, Broken: > Even }
            : decision is { Outcome: Outcome.Open, IsNear: true } || SeemsBetter(limit, time, errors);
    }

    /// <summary>
    /// Why a limit on a counter, on round trips or on the server's process doesn't apply to the case, as a clause: its host can't supply
    /// the figure. Null for any other limit.
    /// </summary>
    public static string? NotApplicable(CaseComparison comparison, Limit limit) =>
        limit.Metric.IsOfRoundTrips
            ? comparison.WithoutRoundTrips.GetValueOrDefault(limit.Metric.Absolute)?.Obstacle is { } obstacle
                ? FaultText.Describe(obstacle)
                : null
        : limit.Metric.IsOfServer ? comparison.UnreadUsage is { } unread ? FaultText.Describe(unread) : null
        : limit.Metric.Selection is { } counter
            ? (limit.Metric.IsAgainst ? comparison.FindBlocker(counter) : null) ?? comparison.Counts?.NotApplicable(counter.Name)
        : null;

    private static Verdict JudgeCase(GroupComparison group, CaseLimits limits)
    {
        if (group.Find(limits.Case) is not { } comparison)
            return new Verdict.Invalid(FaultOf(group, limits.Case));

        if (IsUnlimited(comparison, limits.Limits))
            return group.Earlier is null ? WithoutThreshold(comparison, limits.Limits) : new Verdict.Passed([]);
        var applicable = Applicable(comparison, limits.Limits);

        // Without its baseline a case has no ratios, but its bytes and counters can be judged; likewise without its earlier build.
        var hasBaseline = !comparison.Case.IsCompared || group.Baseline is not null;
        var measurable = applicable
            .Where(limit => hasBaseline || !limit.Metric.NeedsBaseline)
            .Where(limit => comparison.Before is not null || !limit.Metric.IsAgainst)
            .ToArray();
        var faults = measurable.Select(limit => FindFault(comparison, limit)).OfType<LimitFault>().ToArray();
        if (faults.Length > 0)
            return new Verdict.Invalid(new Fault.LimitsNotJudged(faults));

        var judged = measurable.Select(limit => JudgeLimit(group, comparison, limit)).ToArray();
        if (judged.Any(limit => IsBroken(limit.Status)))
            return new Verdict.Failed(judged);
        if (measurable.Length < applicable.Length)
            return new Verdict.Invalid(hasBaseline
                ? new Fault.EarlierBuildFailed(group.Earlier!, FaultOf(group, comparison.Case.Before()))
                : new Fault.BaselineFailed(comparison.Case.Baseline!, group.Failures.First(failure => failure.Id.IsBaseline).Fault));
        if (judged.Any(limit => limit.Status is LimitStatus.Undecided or LimitStatus.Unjudged))
            return new Verdict.Inconclusive(judged);
        return new Verdict.Passed(judged);
    }

    /// <summary>A baseline needs no limit of its own where ratios to it are limited.</summary>
    private static bool IsUnlimited(CaseComparison comparison, IReadOnlyList<Limit> limits) =>
        Applicable(comparison, limits).Length == 0 && !(comparison.Case.IsBaseline && limits.Any(limit => limit.Metric.NeedsBaseline));

    private static Fault FaultOf(GroupComparison group, CaseId id) => group.Failures.First(failure => failure.Id == id).Fault;

    private static Verdict WithoutThreshold(CaseComparison comparison, IReadOnlyList<Limit> notApplicable) =>
        comparison.Distortion is { } distortion
            ? new Verdict.Invalid(new Fault.NothingToPropose(distortion.Description))
        : SuggestedLimit.LineToAdd(comparison) is { } line
            ? new Verdict.NoLimit(line, notApplicable)
            : new Verdict.Invalid(new Fault.NothingToPropose(null));

    private static JudgedLimit JudgeLimit(GroupComparison group, CaseComparison comparison, Limit limit)
    {
        var measured = comparison.Find(limit.Metric)!.Value;
        var time = comparison.Timed.GetValueOrDefault(limit.Metric);
        var decision = time is null ? null : Decide(time, limit, group.Errors, isFinal: true);
        var status = decision is null ? Place(measured, limit) : Place(decision);
        if (status == LimitStatus.Above && IsUnconfirmed(comparison, limit.Metric))
            status = LimitStatus.Undecided;
        double? growthOfAmounts = null;
        if (limit.Amounts is not null)
            (status, growthOfAmounts) = PlaceConfirmed(comparison, limit, status);
        // A figure that fails is reported with the interval that fails it.
        if (IsBroken(status) && time is not null)
            measured = time.Failing.Interval(group.Errors.Failing);
        var isUnjudged = comparison.IsDistorted(limit.Metric) || (limit.Metric.IsTime && group.AACheck.HasFailed);
        return new JudgedLimit(limit, measured, isUnjudged ? LimitStatus.Unjudged : status)
        {
            Decision = decision,
            GrowthOfAmounts = growthOfAmounts,
            Earlier = limit.Metric.IsGrowth
                ? comparison.Before?.Find(limit.Metric.Selection is { } counter ? Metric.Counter(counter) : limit.Metric.Absolute)?.Value
                : null,
        };
    }

    // Amounts of a few calls are compared with the baseline's too, and the baseline's with those of all cases.
    private static IEnumerable<CaseId> Compared(CaseId id, CaseId? baseline, IReadOnlyList<CaseId> all, Metric metric) =>
        metric.IsAgainst ? [id, id.Before()]
        : metric.IsOfBytes && id == baseline ? all
        : (metric.NeedsBaseline || metric is { IsOfBytes: true, Unit: Unit.Bytes }) && baseline is not null ? [id, baseline] : [id];

    private static bool IsDecided(GroupComparison group, CaseComparison comparison, Limit limit)
    {
        // Windows between collections went on until they had decided it, or had no more time.
        if (comparison.Find(limit.Metric) is not { } measured || comparison.IsDistorted(limit.Metric) || limit.Metric.IsRetained)
            return true;
        if (FindFault(comparison, limit) is not null)
            return false;
        if (limit.Metric.IsTime && group.AACheck.HasFailed)
            return true;
        if (comparison.Timed.TryGetValue(limit.Metric, out var time))
            return Decide(time, limit, group.Errors, isFinal: !group.Errors.ConfirmsTimes)
                is not { Outcome: Outcome.Open, Promise: >= LeastPromise };
        var place = Place(measured, limit);
        return (limit.Amounts is null ? place : PlaceAmounts(comparison, limit, place).Status) switch
        {
            LimitStatus.Undecided or LimitStatus.NotShown => false,
            LimitStatus.Within => WouldHaveSeenRareEvents(comparison, limit, measured),
            _ => true,
        };
    }

    private static Decision Decide(TimedFigure time, Limit limit, ErrorRates errors, bool isFinal) =>
        Decision.Of(time, limit.Min, limit.Max, errors, isFinal);

    private static LimitStatus Place(Decision decision) => decision.Outcome switch
    {
        Outcome.Pass => LimitStatus.Within,
        Outcome.Fail => decision.IsAbove ? LimitStatus.Above : LimitStatus.Below,
        _ => decision.Broken > Even ? LimitStatus.Undecided : LimitStatus.NotShown,
    };

    private static bool WouldHaveSeenRareEvents(CaseComparison comparison, Limit limit, Estimate measured) => limit.Metric.Samples switch
    {
        SampleKinds.Bytes or SampleKinds.ServerBytes when limit.Max is null => true,
        SampleKinds.Bytes => AreEnough(comparison.Evidence.Allocation, comparison.Evidence),
        SampleKinds.ServerBytes => comparison.Evidence.ServerAllocation is { } windows && AreEnough(windows, comparison.Evidence),
        _ => limit is not { Max: 0, Metric: { Unit: Unit.PerOperation, IsGrowth: false } } || measured.Upper <= RareEvent,
    };

    // Of calls that overlap, a window covers hundreds of calls, so each of them has what one call in twenty does.
    private static bool AreEnough(AllocationEvidence windows, Evidence evidence) =>
        (evidence.Load is null ? windows.Windows : windows.Windows * windows.OperationsPerWindow) >= DecisiveWindows;

    /// <summary>Whether fresh processes would have had to count bytes before they are called grown, and couldn't.</summary>
    private static bool IsUnconfirmed(CaseComparison comparison, Metric metric) =>
        metric is { IsGrowth: true, IsOfBytes: true }
        && comparison.Processes.GetValueOrDefault(metric) is { Count: < ProcessSpread.MinProcesses };

    private static LimitStatus Place(Estimate measured, Limit limit) => measured switch
    {
        _ when limit.Metric.IsOnlySurely && !(measured.Lower > limit.Max || measured.Upper < limit.Min) => LimitStatus.Within,
        // No interval of a count ends at 0.
        _ when limit is { Max: 0, Metric: { IsCount: true, IsGrowth: false } } =>
            measured.Value > 0 ? LimitStatus.Above : LimitStatus.Within,
        _ when measured.Lower > limit.Max => LimitStatus.Above,
        _ when measured.Upper < limit.Min => LimitStatus.Below,
        _ when measured.Value > limit.Max || measured.Value < limit.Min => LimitStatus.Undecided,
        _ when measured.Upper > limit.Max || measured.Lower < limit.Min => LimitStatus.NotShown,
        _ => LimitStatus.Within,
    };

    /// <summary>Judges bytes by the amounts that are recorded with their limit, and finds out by how much they exceed those.</summary>
    /// <param name="comparison">The case.</param>
    /// <param name="limit">The limit.</param>
    /// <param name="ofMean">Where the mean of all calls lies.</param>
    private static (LimitStatus Status, double? Growth) PlaceAmounts(CaseComparison comparison, Limit limit, LimitStatus ofMean)
    {
        var growth = RecordedAmounts.FindGrowth(limit.Amounts!, comparison.Windows[limit.Metric]);
        return (growth switch
        {
            _ when ofMean == LimitStatus.Above => LimitStatus.Above,
            > 0 => LimitStatus.Above,
            not null => ofMean,
            _ when comparison.Find(limit.Metric)!.Value.Value > limit.Amounts![^1] => LimitStatus.Undecided,
            _ => LimitStatus.NotShown,
        }, growth);
    }

    /// <summary>Like <see cref="PlaceAmounts"/>, but a limit that seems broken stays open until fresh processes have counted.</summary>
    private static (LimitStatus Status, double? Growth) PlaceConfirmed(CaseComparison comparison, Limit limit, LimitStatus ofMean)
    {
        var placed = PlaceAmounts(comparison, limit, ofMean);
        return ofMean != LimitStatus.Above && placed.Status == LimitStatus.Above
            && comparison.Windows[limit.Metric].Count <= ProcessSpread.MinProcesses
                ? (LimitStatus.Undecided, null)
                : placed;
    }

    /// <summary>
    /// Whether a build seems to take less time than the earlier one by as much as counts as growth the other way round, and processes that
    /// agree could tell. An improvement has to be as sure as a regression, or it isn't claimed.
    /// </summary>
    private static bool SeemsBetter(Limit limit, TimedFigure time, ErrorRates errors) =>
        limit.Metric == Metric.AgainstTimeRatio
        && time.Processes[0].Interval(ErrorRates.Passing).Upper < 1 / AgainstLimits.DefaultFor(limit.Metric)
        && time.Confirmed.Interval(errors.Failing).Upper < 1;

    private static bool IsBroken(LimitStatus status) => status is LimitStatus.Above or LimitStatus.Below;

    private static Limit[] Applicable(CaseComparison comparison, IReadOnlyList<Limit> limits) =>
    [
        .. limits
            .Where(limit => limit.Metric.AppliesTo(comparison.Case) && NotApplicable(comparison, limit) is null)
            .Select(limit => AgainstLimits.Fit(limit, comparison))
            .Where(limit => !limit.IsDefault || !MayBeMissing(limit.Metric) || comparison.Find(limit.Metric) is not null),
    ];

    private static bool MayBeMissing(Metric metric) =>
        metric.Selection is not null || metric.IsOfServer || metric.NeedsLoad || metric.IsOfRoundTrips || metric.IsRetained;

    // NaN compares as false with every bound and would pass; an infinite value comes from a division by zero.
    private static LimitFault? FindFault(CaseComparison comparison, Limit limit)
    {
        var metric = limit.Metric.Name;
        if (comparison.Find(limit.Metric) is not var (value, lower, upper))
            return MissingMetric.Find(comparison, limit.Metric) is { } reason
                ? new LimitFault.NotAvailable(metric, limit.Location, reason)
                : new LimitFault.NotMeasured(metric);

        Impossibility? why = !double.IsFinite(value) || double.IsNaN(lower) || double.IsNaN(upper) ? Impossibility.NotFinite
            : value < 0 && !limit.Metric.CanBeNegative ? Impossibility.Negative
            : lower <= value && value <= upper ? null
            : Impossibility.OutsideItsInterval;
        return why is null ? null : new LimitFault.Impossible(metric, value, lower, upper, why.Value);
    }
}
