using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;

namespace HttpPerf.Reporting;

/// <summary>
/// The message of a failed test: what broke and where the limit is set, the measured and the allowed value, the confidence interval, and
/// the next step.
/// </summary>
internal static class VerdictMessage
{
    private const string FewProcesses =
        "Only more fresh processes could decide it, but there was no time for enough of them. Measure on a quieter machine, raise the "
        + $"budget ({FaultText.BudgetSetting}), or move the limit outside the interval";

    private const string CauseOfStart =
        "Look for work in Program that the first request doesn't need: calls to other services, migrations, reflection over all types, "
        + "packages that are only registered. Also check that ReadyToRun is still on.";

    private const string ProcessesSetting = "\"processes\" in the \"settings\" of thresholds.json, or HTTPPERF_PROCESSES";

    /// <param name="judged">The case and its verdict.</param>
    /// <param name="group">The figures of its group.</param>
    /// <param name="growth">The causes of growth, by the metric whose limit is broken; null if nothing is known of them.</param>
    /// <param name="needsLimits">Whether the case fails without limits.</param>
    /// <returns>The whole text, without a line break at its end; null for a case that passed.</returns>
    public static string? Write(
        JudgedCase judged, GroupComparison group, IReadOnlyDictionary<Metric, string>? growth = null, bool needsLimits = true)
    {
        var (id, comparison, verdict) = judged;
        return verdict switch
        {
            Verdict.Passed => null,
            Verdict.Failed failed => Join(
                failed.Limits,
                [LimitStatus.Above, LimitStatus.Below],
                l => Broken(l, comparison!, group, growth?.GetValueOrDefault(l.Limit.Metric))),
            Verdict.Inconclusive open =>
                Join(open.Limits, [LimitStatus.Undecided, LimitStatus.Unjudged], l => Undecided(l, comparison!, group)),
            Verdict.NoLimit missing => NoLimit(id, missing, comparison!, needsLimits),
            Verdict.Invalid invalid => $"{id} could not be measured, so its limits were not checked.\n\n{Indent(invalid.Cause)}",
            _ => throw new ArgumentOutOfRangeException(nameof(judged), verdict, null),
        };
    }

    private static string Join(IEnumerable<JudgedLimit> limits, LimitStatus[] statuses, Func<JudgedLimit, string> text) =>
        string.Join("\n\n", limits.Where(l => statuses.Contains(l.Status)).Select(text));

    private static string Broken(JudgedLimit judged, CaseComparison comparison, GroupComparison group, string? growth)
    {
        var (limit, measured, status) = judged;
        if (judged is { Limit.Amounts: { } recorded, GrowthOfAmounts: > 0 and var more })
            return Grown(judged, comparison, recorded, more, growth);
        var isAbove = status == LimitStatus.Above;
        var (value, bound) = Figures.FormatDistinct(limit.Metric, measured.Value, (isAbove ? limit.Max : limit.Min)!.Value);
        var claim = limit.Metric.Claim.Replace("{0}", value, StringComparison.Ordinal);
        var place = limit.Metric.IsAgainst ? $" {group.Earlier}" : "";
        var allowance = isAbove ? $"allows {bound}" : $"expects at least {bound}";
        var quick = limit.IsGross ? " in a quick run" : "";
        return $"""
            {comparison.Case} {claim}{place}; {limit.Location} {allowance}{quick}.

            {Measured(judged, comparison, group)}{AddLine(growth)}

              {NextStep(judged, comparison)}
            """;
    }

    /// <summary>Of bytes each of whose amounts exceeds one that is recorded.</summary>
    private static string Grown(
        JudgedLimit judged, CaseComparison comparison, IReadOnlyList<double> recorded, double more, string? growth)
    {
        var metric = judged.Limit.Metric;
        var compared = metric.IsOfServer ? Metric.AgainstServerAllocatedBytes : Metric.AgainstAllocatedBytes;
        var claim = compared.Claim.Replace("{0}", Figures.Show(metric, more), StringComparison.Ordinal);
        var processes = comparison.Windows[metric];
        var windows = processes.Sum(p => p.BytesPerOperation.Sum(epoch => epoch.Length));
        return $"""
            {comparison.Case} {claim} {judged.Limit.Location} records.

              recorded   {AmountsText.List(recorded)}
              now        {AmountsText.List([.. recorded.Select(bytes => bytes + more)])}
              every amount has grown by that much: {windows} windows in {processes.Count} processes{AddLine(growth)}

              If the growth is intended, {Record(judged, comparison)}.
            """;
    }

    private static string AddLine(string? text) => string.IsNullOrEmpty(text) ? "" : $"\n{text}";

    private static string Record(JudgedLimit judged, CaseComparison comparison) =>
        $"set \"{judged.Limit.Metric.Key}\" there to {SuggestedLimit.Json(SuggestedLimit.Amounts(judged, comparison)!)}";

    private static string Undecided(JudgedLimit judged, CaseComparison comparison, GroupComparison group)
    {
        var step = judged switch
        {
            { Status: LimitStatus.Unjudged } when comparison.Distortion is { } distortion && distortion.Affects(judged.Limit.Metric) =>
                DistortionWording.ExplainUnjudged(distortion),
            { Status: LimitStatus.Unjudged } when DistortionWording.ExplainCold(comparison) is { } cold =>
                cold + ", so they can't be judged. Bytes and counts are still judged",
            { Status: LimitStatus.Unjudged } =>
                AACheckWording.ExplainUnjudged(comparison.Case.Baseline is not null, group.AACheck) + " Bytes and counts are still judged",
            { Limit.Amounts: not null } when SuggestedLimit.Amounts(judged, comparison) is not null =>
                "Some of its calls allocate amounts that aren't recorded, but not all have grown equally. If its code hasn't changed, "
                + Record(judged, comparison),
            { Limit.Amounts: not null } =>
                "Some of its calls allocate amounts that aren't recorded, and fresh processes couldn't tell whether all have grown. "
                + "The output says why",
            { Limit.Metric: { IsGrowth: true, IsOfBytes: true } } => FreshProcessText.ExplainUncounted,
            { Limit.Metric.IsRetained: true } => RetentionText.ExplainUndecided,
            _ when comparison.Processes.GetValueOrDefault(judged.Limit.Metric) is { } values && ProcessSpread.Contradict(values) =>
                FreshProcessText.DescribeContradiction(judged.Limit.Metric, values),
            _ when comparison.Processes.GetValueOrDefault(judged.Limit.Metric) is { Count: < ProcessSpread.MinProcesses } =>
                FewProcesses,
            _ when comparison.Processes.ContainsKey(judged.Limit.Metric) =>
                "Fresh processes differ from each other by more than the distance to the limit. Move the limit outside the interval, "
                + $"or measure in more processes ({ProcessesSetting})",
            { Limit.Metric.IsOfStart: true } =>
                "Starts differ by more than the distance to the limit, and there was no time for more of them. Measure on a quieter "
                + $"machine, raise the budget ({FaultText.BudgetSetting}), or move the limit outside the interval",
            { Decision: not null } => FewProcesses,
            { Limit.Metric.IsTime: true } => "The time budget ran out while the limit was still inside the interval. "
                + $"Measure on a quieter machine, raise the budget ({FaultText.BudgetSetting}), "
                + "or move the limit outside the interval",
            { Limit.Metric.Absolute.Unit: Unit.Bytes } => "Its allocations vary, and the limit lies within their range. "
                + "Find out what varies, or move the limit outside the interval",
            _ => "The time budget ran out before enough was counted. "
                + $"Raise the budget ({FaultText.BudgetSetting}), or move the limit outside the interval",
        };
        var limit = judged.Limit;
        return $"""
            {comparison.Case} {Likelihood(judged)} {limit.Location}, which allows "{NameOf(limit.Metric)}" {Figures.Range(limit)}.

            {Measured(judged, comparison, group)}{Power(judged)}

              {step}.
            """;
    }

    private static string Likelihood(JudgedLimit judged) => judged switch
    {
        { Status: LimitStatus.Unjudged } => "may or may not meet",
        // Never certain: a certain one is a failure.
        { Decision.Broken: > 0.99 } => "probably (over 99 %) breaks",
        { Decision.Broken: var broken } => $"probably ({Figures.Number(100 * broken, "0")} %) breaks",
        _ => "probably breaks",
    };

    private static string NameOf(Metric metric) => metric.IsAgainst ? metric.Name : metric.Key;

    private static string NoLimit(CaseId id, Verdict.NoLimit missing, CaseComparison comparison, bool needsLimits)
    {
        var notApplicable = string.Concat(missing.NotApplicable.Select(limit => $"\n  {NotApplicable(limit, comparison)}"));
        var basis = "this run's values, with a little room" + (comparison.IsQuick ? "; a quick run proposes none on times" : "")
            + string.Concat(SuggestedLimit.Missing(comparison).Select(
                limit => limit.Amounts is { } amounts && AmountsText.DescribeUntold(amounts) is { } untold
                    ? $"; of \"{limit.Metric}\", {untold}"
                    : ""));
        if (!needsLimits)
            return $"""
                {id} has no limits, so it can't fail.{notApplicable}

                  dotnet httpperf against main compares it with that branch. To limit it in every run, add this line to "benchmarks" of
                  thresholds.json, or run dotnet httpperf accept. Its limits are {basis}:

                  {missing.LineToAdd}
                """;
        return $"""
            No limit in thresholds.json applies to {id}.{notApplicable}

              Add this line to "benchmarks" there, or run dotnet httpperf accept. Its limits are {basis}:

              {missing.LineToAdd}
            """;
    }

    private static string NotApplicable(Limit limit, CaseComparison comparison) => Judge.NotApplicable(comparison, limit) is { } reason
        ? $"{limit.Location} limits \"{limit.Metric.Key}\", which is not applicable here: {reason}."
        : $"{limit.Location} limits \"{limit.Metric}\", but the group has no baseline to compare with.";

    /// <summary>The absolute figure, the baseline's, and the interval of the judged figure.</summary>
    private static string Measured(JudgedLimit judged, CaseComparison comparison, GroupComparison group)
    {
        var metric = judged.Limit.Metric;
        if (metric.IsRetained)
            return MeasuredRetention(judged, comparison);
        if (metric.Selection is { } counter)
        {
            var evidence = CounterEvidence.Describe(counter, comparison.Counts!, Between(Metric.Counter(counter), comparison));
            return metric.IsAgainst ? $"{evidence}\n  {NowAndBefore(Metric.Counter(counter), comparison)}"
                : metric.IsTime ? $"{evidence}\n  {Certainty(judged, comparison)}"
                : evidence;
        }

        var absolute = metric.Absolute;
        if (metric.IsOfRoundTrips)
            return RoundTrips(judged, comparison);
        if (metric.IsAgainst)
        {
            var shared = comparison.Shared.GetValueOrDefault(metric);
            // Bytes of other processes differ by another amount.
            var where = metric.IsOfBytes && shared is null && comparison.Processes.ContainsKey(metric) ? "   in the test process" : "";
            return $"  {NowAndBefore(absolute, comparison, shared)}{where}\n  {Certainty(judged, comparison)}";
        }

        var label = absolute == Metric.MedianTime ? "median  " : "measured";
        var ofBaseline = metric.NeedsBaseline && group.Baseline is { } baseline
            ? $"   (baseline {baseline.Case.Method}: {Figures.Show(absolute, baseline.Measured[absolute].Value)})"
            : "";
        return $"""
              {label}   {Figures.Show(absolute, comparison.Measured[absolute].Value)}{ofBaseline}
              {Certainty(judged, comparison)}
            """;
    }

    /// <summary>Their number, the waits, and their cost at a distance.</summary>
    private static string RoundTrips(JudgedLimit judged, CaseComparison comparison)
    {
        var metric = judged.Limit.Metric;
        var now = comparison.RoundTrips[metric.Absolute];
        return $"  {string.Join("\n  ", Lines())}";

        IEnumerable<string> Lines()
        {
            yield return metric.IsAgainst
                ? NowAndBefore(metric.Absolute, comparison)
                : $"measured   {Figures.Show(metric, now.RoundTrips.Value)}";
            if (RoundTripText.Describe(now.Samples.Steps) is { Length: > 0 } steps)
                yield return $"{(metric.IsAgainst ? "now   " : metric.IsOfServer ? "server" : "call  ")}     {steps}";
            if (metric.IsAgainst
                && RoundTripText.Describe(comparison.Before!.RoundTrips[metric.Absolute].Samples.Steps) is { Length: > 0 } earlier)
                yield return $"before     {earlier}";
            yield return RoundTripText.DescribeDistance(metric.Absolute, comparison);
            yield return Certainty(judged, comparison);
        }
    }

    private static string MeasuredRetention(JudgedLimit judged, CaseComparison comparison)
    {
        var metric = judged.Limit.Metric;
        var absolute = metric.Selection is { } counter ? Metric.Counter(counter) : metric.Absolute;
        var figures = metric.IsAgainst
            ? NowAndBefore(absolute, comparison)
            : $"measured   {Figures.Show(absolute, comparison.Find(absolute)!.Value.Value)}";
        return $"  {figures}\n  {Between(metric, judged.Measured)}: {RetentionText.Describe(comparison.Retained[absolute])}";
    }

    /// <summary>Of bytes, the amounts whose difference is the growth.</summary>
    private static string NowAndBefore(Metric absolute, CaseComparison comparison, SharedAmount? shared = null) =>
        $"now        {Figures.Show(absolute, shared?.Now ?? comparison.Find(absolute)!.Value.Value)}   "
        + $"before {Figures.Show(absolute, shared?.Before ?? comparison.Before!.Find(absolute)!.Value.Value)}";

    private static string Between(Metric metric, CaseComparison comparison) => Between(metric, comparison.Find(metric)!.Value);

    /// <summary>A time is never exact, even if short operations come out equal in all processes.</summary>
    private static string Between(Metric metric, Estimate measured) => measured.Lower == measured.Upper && !metric.IsTime
        ? "exact"
        : Figures.Between(metric, measured);

    private static string Certainty(JudgedLimit judged, CaseComparison comparison)
    {
        var (metric, measured, evidence) = (judged.Limit.Metric, judged.Measured, comparison.Evidence);
        var between = Between(metric, measured);
        if (comparison.Starts is { Starts.Count: var starts })
            return $"{between}: {starts} {(metric.Reference == Reference.None ? "starts" : "pairs of starts")}";
        if (comparison.Processes.TryGetValue(metric, out var ofProcesses) && ofProcesses.Count > 0)
        {
            // Processes may contradict each other, and all that they have counted may still tell.
            var isOfAmounts = comparison.Shared.GetValueOrDefault(metric) is not null && ofProcesses.Distinct().Count() > 1;
            return $"{(isOfAmounts ? "every amount has grown by that much" : between)}: {FreshProcessText.List(metric, ofProcesses)}";
        }

        var rounds = $"{evidence.Rounds} rounds in {evidence.Epochs} epochs";
        var alone = $"{Figures.Number(evidence.SoloOperations, "#,0")} operations alone in {evidence.SoloRuns} epochs";
        return metric.Absolute.Unit switch
        {
            Unit.Bytes => $"{between}: {Windows(metric.IsOfServer ? evidence.ServerAllocation!.Value : evidence.Allocation)}",
            Unit.RoundTrips => $"{between}: {RoundTripText.DescribeRounds(comparison.RoundTrips[metric.Absolute])}",
            Unit.PerThousandOperations => $"{between}: {alone}",
            Unit.Nanoseconds when !metric.IsTime => $"{between}: {alone}",
            _ => $"{between}: {rounds}",
        };
    }

    /// <summary>The smallest change that the limit would have found in this run, although it is undecided.</summary>
    private static string Power(JudgedLimit judged) => judged switch
    {
        { Status: LimitStatus.Unjudged } or { Limit.Amounts: not null } => "",
        { Limit.Metric: { Selection: not null } or { IsTime: false, IsOfBytes: false } } => "",
        _ => $"\n  {NotShownNotes.DescribePower(judged)}",
    };

    private static string Windows(AllocationEvidence evidence)
    {
        var operations = evidence.OperationsPerWindow == 1 ? "1 operation" : $"{evidence.OperationsPerWindow} operations";
        var windows = $"{evidence.Windows} windows of {operations}, spread {Figures.Percent(evidence.Spread)}";
        if (evidence.Excess is not { Windows: > 0 } excess)
            return windows;

        var calls = evidence.OperationsPerWindow == 1 ? "calls" : "windows";
        return $"{windows}\n  {excess.Windows} of {evidence.Windows} {calls} allocated more than the others, at most "
            + Figures.Show(Metric.AllocatedBytes, excess.Most);
    }

    private static string NextStep(JudgedLimit judged, CaseComparison comparison)
    {
        var (limit, _, status) = judged;
        var (key, measured) = (limit.Metric.Key, SuggestedLimit.RangeOf(comparison, limit.Metric));
        var max = Figures.Number(SuggestedLimit.Max(limit.Metric, measured), "R");
        var lower = SuggestedLimit.Min(limit.Metric, measured);
        var min = Figures.Number(lower ?? measured.Value, "R");
        if (limit.IsDefault)
            return $"{CauseOf(limit.Metric)}If the {limit.Metric.Change} is intended, allow it in \"benchmarks\" of thresholds.json "
                + $"until it is merged:\n\n  {SuggestedLimit.LineToAllow(comparison, limit.Metric)}";
        if (IsBetter(limit.Metric, status))
            return $$"""Better than the limit expects. To keep the gain, set "{{key}}" there to { "min": {{min}}, "max": {{max}} }.""";

        var step = status == LimitStatus.Above ? $"raise {(limit.Min is null ? "" : "the \"max\" of ")}\"{key}\" there to {max}"
            : lower is null ? $"remove the \"min\" of \"{key}\" there"
            : $"lower the \"min\" of \"{key}\" there to {min}";
        var cause = limit.Metric.IsOfRoundTrips || limit.Metric.IsRetained ? CauseOf(limit.Metric) : "";
        return $"{cause}If the {limit.Metric.Change} is intended, {step}.";
    }

    private static string CauseOf(Metric metric) =>
        metric.IsOfRoundTrips ? $"{RoundTripText.CauseOf(metric)}\n\n  "
        : metric.IsOfStart ? $"{CauseOfStart}\n\n  "
        : ComparedCounter.Find(metric.Selection) is { } counter ? $"{counter.Cause}\n\n  "
        : metric.IsRetained ? $"{RetentionText.Cause}\n\n  "
        : "";

    private static bool IsBetter(Metric metric, LimitStatus status) => metric.Better switch
    {
        Direction.Lower => status == LimitStatus.Below,
        Direction.Higher => status == LimitStatus.Above,
        _ => false,
    };

    private static string Indent(string text) => string.Join('\n', text.Split('\n').Select(line => line.Length > 0 ? $"  {line}" : line));
}
