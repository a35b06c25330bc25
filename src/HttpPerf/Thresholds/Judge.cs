using HttpPerf.Comparing;
using HttpPerf.Running;

namespace HttpPerf.Thresholds;

/// <summary>Compares a group's figures with its limits.</summary>
internal static class Judge
{
    /// <summary>
    /// What a few calls do may break a limit that all calls seen so far meet. It is decided when events that are more frequent than this
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
    /// A time whose interval ends closer to its limit may break it in another process: between processes, the ratio of two different
    /// methods had a standard deviation of up to 2.2 %. Not that of two builds of the same method, which was below 1 %.
    /// </summary>
    private const double NearLimit = 1.03;

    /// <param name="group">What was measured.</param>
    /// <param name="limits">Every case of the group, measured or not, with its limits.</param>
    public static JudgedGroup JudgeGroup(GroupComparison group, IReadOnlyList<CaseLimits> limits) =>
        new([.. limits.Select(c => new JudgedCase(c.Case, group.Find(c.Case), JudgeCase(group, c)))], group);

    /// <summary>
    /// Returns which samples of which cases may decide a limit that is undecided or lacks a sound estimate; empty if more samples would
    /// change nothing. A metric without any estimate, e.g. a ratio to a baseline that could not be measured, gets none from more samples,
    /// and times stay unjudged if the A/A check failed. No time fails or passes while the A/A check is too short to be conclusive, and none
    /// fails while the copy seems to differ too.
    /// </summary>
    /// <param name="group">What was measured.</param>
    /// <param name="limits">The limits of its cases.</param>
    /// <param name="sparesProcesses">
    /// Whether a time is undecided too if fresh processes would measure it again only because its interval is wide: a few more rounds,
    /// which narrow it, take less time than they do.
    /// </param>
    public static IReadOnlyDictionary<CaseId, SampleKinds> FindUndecided(
        GroupComparison group, IReadOnlyList<CaseLimits> limits, bool sparesProcesses = false)
    {
        var undecided = new Dictionary<CaseId, SampleKinds>();
        var all = limits.Select(c => c.Case).ToArray();
        foreach (var (id, ofCase) in limits)
        {
            if (group.Find(id) is not { } comparison)
                continue;
            foreach (var limit in Applicable(comparison, ofCase))
                if (!IsDecided(group.AACheck, comparison, limit, sparesProcesses))
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
    /// Returns the times that are decided by what a single process measured, though another might decide otherwise: those that break a
    /// limit, or meet it barely. And the ratios of two builds that are undecided and seem to break their limit: processes differ so little
    /// in them that a few decide sooner than more rounds of one, whose connections and instances differ from epoch to epoch. If there are
    /// any, what else is undecided comes along, because it costs other processes no time.
    /// </summary>
    /// <param name="group">What was measured.</param>
    /// <param name="limits">The limits of its cases.</param>
    /// <param name="agreed">
    /// The interval of a case's ratio to its earlier build if further processes agree on it. Where even that would not tell that nothing
    /// has changed, nor that the limit is broken if it seems to be, they aren't worth their time. By default, they agree exactly.
    /// </param>
    public static IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> FindUnconfirmed(
        GroupComparison group, IReadOnlyList<CaseLimits> limits, Func<CaseId, double, Estimate>? agreed = null)
    {
        agreed ??= (_, ratio) => Estimate.Exact(ratio);
        var unconfirmed = group.AACheck.HasFailed ? [] : FindConfirmable(group, limits, agreed, IsNear);
        return unconfirmed.Count == 0 ? unconfirmed : FindConfirmable(group, limits, agreed, IsUnconfirmed);
    }

    private static Dictionary<CaseId, IReadOnlyList<Metric>> FindConfirmable(
        GroupComparison group,
        IReadOnlyList<CaseLimits> limits,
        Func<CaseId, double, Estimate> agreed,
        Func<Estimate, Limit, Func<double, Estimate>, bool> isWanted)
    {
        var confirmable = new Dictionary<CaseId, IReadOnlyList<Metric>>();
        foreach (var (id, ofCase) in limits)
        {
            if (group.Find(id) is not { Processes.Count: 0 } comparison)
                continue;
            Metric[] metrics =
            [
                .. Applicable(comparison, ofCase)
                    .Where(limit => limit.Metric.CanBeConfirmed && !comparison.IsDistorted(limit.Metric))
                    .Where(limit => Fault(comparison, limit) is null)
                    .Where(limit => isWanted(comparison.Find(limit.Metric)!.Value, limit, ratio => agreed(id, ratio)))
                    .Select(limit => limit.Metric),
            ];
            if (metrics.Length > 0)
                confirmable[id] = metrics;
        }

        return confirmable;
    }

    /// <summary>
    /// Whether further processes may change what two say of two builds: they break a limit, or leave one undecided that others may decide.
    /// </summary>
    /// <param name="group">What they measured.</param>
    /// <param name="limits">The limits of its cases.</param>
    /// <param name="agreed">As for <see cref="FindUnconfirmed"/>.</param>
    public static bool IsWorthAnother(GroupComparison group, IReadOnlyList<CaseLimits> limits, Func<CaseId, double, Estimate> agreed) =>
        limits.Any(ofCase => group.Find(ofCase.Case) is { } comparison && ofCase.Limits.Any(
            limit => comparison.Processes.ContainsKey(limit.Metric)
                && IsUnconfirmed(comparison.Measured[limit.Metric], limit, ratio => agreed(ofCase.Case, ratio))));

    /// <summary>Returns the measured cases to which no limit applies, and for which some are going to be proposed.</summary>
    public static IReadOnlyList<CaseId> FindUnlimited(GroupComparison group, IReadOnlyList<CaseLimits> limits) =>
    [
        .. limits
            .Where(c => group.Find(c.Case) is { Distortion: null } comparison && IsUnlimited(comparison, c.Limits))
            .Select(c => c.Case),
    ];

    /// <summary>
    /// Whether more processes may decide a limit that is undecided: all processes so far are on the same side of it, or the times of two
    /// builds surely differ and only by how much is open.
    /// </summary>
    public static bool NeedsMoreProcesses(GroupComparison group, IReadOnlyList<CaseLimits> limits) => limits.Any(
        ofCase => group.Find(ofCase.Case) is { } comparison && ofCase.Limits.Any(
            limit => comparison.Processes.TryGetValue(limit.Metric, out var values)
                && comparison.Measured[limit.Metric] is var measured
                && Place(measured, limit) == LimitStatus.Undecided
                && (limit.Metric.IsAgainst
                    ? measured.Lower > 1 || measured.Upper < 1
                    : values.Select(value => Place(Estimate.Exact(value), limit)).Distinct().Count() == 1)));

    /// <summary>
    /// Why a limit on a counter or on the server's process doesn't apply to the case, as a clause: its host can't supply the figure. Null
    /// for any other limit.
    /// </summary>
    public static string? NotApplicable(CaseComparison comparison, Limit limit) =>
        limit.Metric.IsOfServer ? comparison.ServerObjection
        : limit.Metric.Selection is { } counter
            ? (limit.Metric.IsAgainst ? comparison.ObjectionToCompare(counter) : null) ?? comparison.Counts?.NotApplicable(counter.Name)
        : null;

    private static Verdict JudgeCase(GroupComparison group, CaseLimits limits)
    {
        if (group.Find(limits.Case) is not { } comparison)
            return new Verdict.Invalid(CauseOf(group, limits.Case));

        if (IsUnlimited(comparison, limits.Limits))
            return group.Earlier is null ? WithoutThreshold(comparison, limits.Limits) : new Verdict.Passed([]);
        var applicable = Applicable(comparison, limits.Limits);

        // Without its baseline a case has no ratios, but its bytes and counters can be judged; likewise without its earlier build.
        var hasBaseline = !comparison.Case.IsCompared || group.Baseline is not null;
        var measurable = applicable
            .Where(limit => hasBaseline || !limit.Metric.NeedsBaseline)
            .Where(limit => comparison.Before is not null || !limit.Metric.IsAgainst)
            .ToArray();
        var faults = measurable.Select(limit => Fault(comparison, limit)).OfType<string>().ToArray();
        if (faults.Length > 0)
            return new Verdict.Invalid(string.Join(" ", faults));

        var judged = measurable.Select(limit => JudgeLimit(group.AACheck, comparison, limit)).ToArray();
        if (judged.Any(limit => IsBroken(limit.Status)))
            return new Verdict.Failed(judged);
        if (measurable.Length < applicable.Length)
            return new Verdict.Invalid(hasBaseline ? WithoutBefore(group, comparison.Case) : WithoutBaseline(group, comparison.Case));
        if (judged.Any(limit => limit.Status is LimitStatus.Undecided or LimitStatus.Unjudged))
            return new Verdict.Inconclusive(judged);
        return new Verdict.Passed(judged);
    }

    /// <summary>A baseline needs no limit of its own where ratios to it are limited.</summary>
    private static bool IsUnlimited(CaseComparison comparison, IReadOnlyList<Limit> limits) =>
        Applicable(comparison, limits).Length == 0 && !(comparison.Case.IsBaseline && limits.Any(limit => limit.Metric.NeedsBaseline));

    private static string CauseOf(GroupComparison group, CaseId id) => group.Failures.First(failure => failure.Id == id).Cause;

    private static string WithoutBaseline(GroupComparison group, CaseId id) =>
        $"Its baseline {id.Baseline} could not be measured:\n{group.Failures.First(failure => failure.Id.IsBaseline).Cause}";

    private static string WithoutBefore(GroupComparison group, CaseId id) =>
        $"It could not be measured {group.Earlier}, so there is nothing to compare with:\n{CauseOf(group, id.Before())}";

    private static Verdict WithoutThreshold(CaseComparison comparison, IReadOnlyList<Limit> notApplicable) =>
        comparison.Distortion is { } distortion
            ? new Verdict.Invalid($"No limit applies, and this run can't propose any. {distortion.Description}")
        : SuggestedLimit.LineToAdd(comparison) is { } line
            ? new Verdict.NoThreshold(line, notApplicable)
            : new Verdict.Invalid("No limit applies, and nothing was measured from which one could be proposed.");

    private static JudgedLimit JudgeLimit(AACheck check, CaseComparison comparison, Limit limit)
    {
        var measured = comparison.Find(limit.Metric)!.Value;
        var status = Place(measured, limit);
        var isUnjudged = comparison.IsDistorted(limit.Metric)
            || (limit.Metric.IsTime && (check.HasFailed || (status is LimitStatus.Undecided && check.BlursDoubling)));
        return new JudgedLimit(limit, measured, isUnjudged ? LimitStatus.Unjudged : status)
        {
            Foreseen = comparison.Foreseen.TryGetValue(limit.Metric, out var foreseen) ? foreseen : null,
            Earlier = limit.Metric.IsGrowth
                ? comparison.Before?.Find(limit.Metric.Selection is { } counter ? Metric.Counter(counter) : limit.Metric.Absolute)?.Value
                : null,
        };
    }

    // What some calls allocate is compared with the baseline too; and that of the baseline with any other case.
    private static IEnumerable<CaseId> Compared(CaseId id, CaseId? baseline, IReadOnlyList<CaseId> all, Metric metric) =>
        metric.IsAgainst ? [id, id.Before()]
        : metric.IsOfBytes && id == baseline ? all
        : (metric.NeedsBaseline || metric.Unit == Unit.Bytes) && baseline is not null ? [id, baseline] : [id];

    private static bool IsDecided(AACheck check, CaseComparison comparison, Limit limit, bool sparesProcesses)
    {
        if (comparison.Find(limit.Metric) is not { } measured || comparison.IsDistorted(limit.Metric))
            return true;
        if (Fault(comparison, limit) is not null)
            return false;
        return (limit.Metric.IsTime && check.HasFailed) || Place(measured, limit) switch
        {
            LimitStatus.Undecided => false,
            LimitStatus.Within when limit.Metric.IsTime && check.LacksDoubling => false,
            LimitStatus.Within when sparesProcesses && OnlyEndsNear(measured, limit) => false,
            LimitStatus.Within => WouldHaveSeenRareEvents(comparison, limit, measured),
            _ => !limit.Metric.IsTime || !(check.IsTooShort || check.MayShowDifference),
        };
    }

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

    private static LimitStatus Place(Estimate measured, Limit limit) => measured switch
    {
        _ when limit.Metric.IsGrowth && !(measured.Lower > limit.Max || measured.Upper < limit.Min) => LimitStatus.Within,
        // No interval of a count ends at 0.
        _ when limit is { Max: 0, Metric: { IsCount: true, IsGrowth: false } } =>
            measured.Value > 0 ? LimitStatus.Above : LimitStatus.Within,
        _ when measured.Lower > limit.Max => LimitStatus.Above,
        _ when measured.Upper < limit.Min => LimitStatus.Below,
        _ when measured.Upper > limit.Max || measured.Lower < limit.Min => LimitStatus.Undecided,
        _ => LimitStatus.Within,
    };

    private static bool IsUnconfirmed(Estimate measured, Limit limit, Func<double, Estimate> agreed) =>
        IsNear(measured, limit, agreed) || (!limit.Metric.IsAgainst && Place(measured, limit) == LimitStatus.Undecided);

    private static bool IsNear(Estimate measured, Limit limit, Func<double, Estimate> agreed) => Place(measured, limit) switch
    {
        LimitStatus.Within => EndsNear(measured, limit) || SeemsBetter(measured, limit, agreed),
        LimitStatus.Undecided when limit.Metric.IsAgainst => SeemsBroken(measured, limit)
            && (Place(agreed(1), limit) == LimitStatus.Within || IsBroken(Place(agreed(measured.Value), limit))),
        var status => IsBroken(status),
    };

    private static bool EndsNear(Estimate measured, Limit limit) =>
        limit.Metric is { CanBeConfirmed: true, IsAgainst: false }
        && (measured.Upper * NearLimit > limit.Max || measured.Lower / NearLimit < limit.Min);

    /// <summary>
    /// Whether a build surely takes less time than the earlier one by as much as counts as growth the other way round. An improvement has
    /// to be as sure as a regression, or it isn't claimed.
    /// </summary>
    private static bool SeemsBetter(Estimate ratio, Limit limit, Func<double, Estimate> agreed) =>
        limit.Metric == Metric.AgainstTimeRatio
        && ratio.Upper < 1 / AgainstLimits.UsualOf(limit.Metric)
        && agreed(ratio.Value).Upper < 1;

    private static bool OnlyEndsNear(Estimate measured, Limit limit) =>
        EndsNear(measured, limit) && !EndsNear(Estimate.Exact(measured.Value), limit);

    /// <summary>
    /// Whether a ratio is closer to its limit than to 1. One that is not would pass, undecided or decided, and that isn't worth the time of
    /// other processes.
    /// </summary>
    private static bool SeemsBroken(Estimate ratio, Limit limit) =>
        ratio.Value * ratio.Value > limit.Max || ratio.Value * ratio.Value < limit.Min;

    private static bool IsBroken(LimitStatus status) => status is LimitStatus.Above or LimitStatus.Below;

    private static Limit[] Applicable(CaseComparison comparison, IReadOnlyList<Limit> limits) =>
    [
        .. limits
            .Where(limit => limit.Metric.AppliesTo(comparison.Case) && NotApplicable(comparison, limit) is null)
            .Select(limit => AgainstLimits.Fit(limit, comparison))
            .Where(limit => !limit.IsDefault || !MayBeMissing(limit.Metric) || comparison.Find(limit.Metric) is not null),
    ];

    private static bool MayBeMissing(Metric metric) => metric.Selection is not null || metric.IsOfServer;

    // NaN compares as false with every bound and would pass; an infinite value comes from a division by zero.
    private static string? Fault(CaseComparison comparison, Limit limit)
    {
        var metric = Wording.Quote(limit.Metric.Name);
        if (comparison.Find(limit.Metric) is not { } measured)
            return MissingMetric.Explain(comparison, limit.Metric) is { } reason
                ? $"{metric} has a limit on {limit.Location}, but {reason}"
                : $"{metric} has a limit but was not measured.";

        var (value, lower, upper) = measured;
        var figures = $"{Wording.Json(value)} (interval {Wording.Json(lower)} to {Wording.Json(upper)})";
        if (!double.IsFinite(value) || double.IsNaN(lower) || double.IsNaN(upper))
            return $"{metric} was measured as {figures}, which is not a finite number.";
        if (value < 0 && !limit.Metric.CanBeNegative)
            return $"{metric} was measured as {figures}, but it can't be negative.";
        return lower <= value && value <= upper ? null : $"{metric} was measured as {figures}, which is outside its own interval.";
    }
}
