using HttpPerf.Counting;
using HttpPerf.Model.Faults;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
using HttpPerf.Results;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Reporting;

/// <summary>A group as <c>results.json</c> holds it.</summary>
internal static class RecordedGroup
{
    /// <param name="name">The group's name.</param>
    /// <param name="seconds">How long measuring took.</param>
    /// <param name="judged">The verdicts.</param>
    /// <param name="hosts">The APIs that were called.</param>
    /// <param name="notes">Notes on the run.</param>
    /// <param name="messages">The verdict in words, of each case that didn't pass.</param>
    /// <param name="explained">The explanations of cases.</param>
    /// <param name="samples">The samples of the test process.</param>
    /// <param name="keepsSamples">Whether to record all of them.</param>
    public static GroupResults Record(
        string name,
        double seconds,
        JudgedGroup judged,
        IReadOnlyList<string> hosts,
        IReadOnlyList<string> notes,
        Func<CaseId, string?> messages,
        IReadOnlyDictionary<CaseId, Explained> explained,
        GroupSamples samples,
        bool keepsSamples)
    {
        var check = judged.Comparison.AACheck;
        var faults = judged.Comparison.Failures.ToDictionary(failure => failure.Id, failure => failure.Fault);
        return new(
            name,
            seconds,
            judged.Comparison.Cases.Count == 0
                ? null
                : new(Record(Metric.TimeRatio, check.Control), Record(Metric.TimeRatio, check.DoubledControl), check.HasFailed)
                {
                    Deviations = check.Deviations,
                },
            hosts,
            notes,
            [
                .. judged.Cases.Select(c => AddRounds(
                    Record(c, messages(c.Case), explained.GetValueOrDefault(c.Case), seconds) with { EarlierFault = FindEarlierFault(c) },
                    c.Case)),
            ])
        {
            Altered = judged.Comparison.Cases.Select(c => c.Distortion?.Description).FirstOrDefault(),
        };

        string? FindEarlierFault(JudgedCase of) =>
            of is { Verdict: Verdict.Invalid, Case: var id }
            && !faults.ContainsKey(id) && faults.GetValueOrDefault(id.Before()) is { } fault
                ? $"{id} {judged.Comparison.Earlier} could not be measured, so it can't be compared:\n{FaultText.Describe(fault)}"
                : null;

        CaseResults AddRounds(CaseResults recorded, CaseId id) => samples.Cases.FirstOrDefault(c => c.Id == id) is { } ofCase
            ? recorded with
            {
                FirstCall = ofCase.FirstCall,
                Rounds = RecordedRounds.Record(ofCase, samples.Baseline is { } baseline && baseline != ofCase ? baseline : null),
                Retained = ofCase.Retained is { } retained
                    ? new(retained.OperationsPerWindow, BytesOf(retained.Tests), retained.Server is { } server ? BytesOf(server) : null)
                    : null,
                Samples = keepsSamples ? RecordedRounds.RecordAll(ofCase, samples.BeforeOf(id)) : null,
            }
            : recorded;

        static long[] BytesOf(IReadOnlyList<LiveState> levels) => [.. levels.Select(level => level.Bytes)];
    }

    /// <summary>A group of which nothing was measured. The reason is each case's, so a long one is shortened.</summary>
    /// <param name="name">The group's name.</param>
    /// <param name="cases">Its cases.</param>
    /// <param name="reason">Why.</param>
    /// <param name="isEarlier">Whether it is the earlier build's fault.</param>
    public static GroupResults RecordInvalid(string name, IEnumerable<CaseId> cases, string reason, bool isEarlier)
    {
        var cause = Quotation.Shorten(Quotation.Show(reason));
        var invalid = new Verdict.Invalid(new Fault.GroupNotMeasured(cause));
        return new(
            name,
            0,
            null,
            [],
            [],
            [
                .. cases.Select(id => Record(new JudgedCase(id, null, invalid), cause, null, 0) with
                {
                    EarlierFault = isEarlier ? reason : null,
                }),
            ]);
    }

    /// <summary>A case that doesn't exist any more.</summary>
    /// <param name="measured">Its last results.</param>
    /// <param name="limits">Its limits; null for those that were recorded.</param>
    public static CaseResults RecordRemoved(CaseResults measured, IReadOnlyList<Limit>? limits) => measured with
    {
        Message = null,
        Growth = null,
        Profiles = null,
        Rounds = null,
        Retained = null,
        Samples = null,
        Limits = limits is null ? measured.Limits :
        [
            .. from limit in limits
               let metric = limit.Metric
               select new LimitResults(
                   metric.Name, metric.Path, limit.Min, limit.Max, limit.Pattern, limit.Line, LimitStatus.Within, null, new(null, null))
               {
                   Amounts = limit.Amounts,
               },
        ],
    };

    private static CaseResults Record(JudgedCase judged, string? message, Explained? explained, double seconds)
    {
        var (id, comparison, verdict) = judged;
        var missing = verdict is Verdict.NoLimit ? SuggestedLimit.Missing(comparison!) : null;
        return new(
            id.Name,
            id.Class,
            id.Method,
            id.Parameters,
            id.IsBaseline,
            Record(verdict),
            message,
            comparison is null ? new Dictionary<string, Figure>() : RecordMetrics(comparison, verdict.Judged),
            [.. verdict.Judged.Select(limit => Record(limit, comparison!, seconds))])
        {
            ProposedMaximums = missing?.ToDictionary(limit => limit.Metric.Name, limit => limit.Max),
            ProposedAmounts = missing?.Where(limit => limit.Amounts is not null).ToDictionary(
                limit => limit.Metric.Name, limit => limit.Amounts!) is { Count: > 0 } amounts ? amounts : null,
            Growth = explained is { Texts.Count: > 0 } ? explained.Texts.ToDictionary(text => text.Key.Name, text => text.Value) : null,
            Profiles = explained is { Profiles.Count: > 0 } ? explained.Profiles : null,
            RoundTrips = comparison?.RoundTrips.GetValueOrDefault(Metric.RoundTrips) is { Samples: var samples }
                ? new(
                    RoundTripText.TimeAt(Metric.RoundTrips, comparison, RoundTripText.Distance),
                    samples.LatencyOfSteps,
                    Record(samples.Steps))
                : null,
            ServerRoundTrips = comparison?.RoundTrips.GetValueOrDefault(Metric.ServerRoundTrips) is { Samples: var ofServer }
                ? new(ofServer.LatencyOfSteps, Record(ofServer.Steps))
                : null,
            Starts = comparison?.Starts is { } starts
                ? new(Record(starts), comparison.Before?.Starts is { } before ? Record(before) : null)
                : null,
        };
    }

    private static List<WaitResults> Record(IReadOnlyList<CallStep> steps) =>
        [.. steps.Select(step => new WaitResults(step.Name, step.Start, step.End))];

    private static List<StartResults> Record(StartSamples samples) =>
    [
        .. samples.Starts.Select(start => new StartResults(
            start.ListeningNanoseconds,
            start.ResponseNanoseconds,
            start.CpuNanoseconds,
            start.AllocatedBytes,
            start.CompiledMethods,
            start.Assemblies.Count)),
    ];

    private static CaseVerdict Record(Verdict verdict) => verdict switch
    {
        Verdict.Passed => CaseVerdict.Passed,
        Verdict.Failed => CaseVerdict.Failed,
        Verdict.Inconclusive => CaseVerdict.Inconclusive,
        Verdict.NoLimit => CaseVerdict.NoLimit,
        _ => CaseVerdict.Invalid,
    };

    private static Dictionary<string, Figure> RecordMetrics(CaseComparison comparison, IEnumerable<JudgedLimit> judged)
    {
        var counters = comparison.Counts?.Names.Select(name => Metric.Counter(CounterSelection.AllOf(name))) ?? [];
        var figures = new Dictionary<string, Figure>(StringComparer.Ordinal);
        foreach (var metric in comparison.Measured.Keys.Concat(counters).Concat(comparison.Retained.Keys))
            if (Record(metric, comparison.Find(metric)) is { } figure)
                figures[metric.Name] = figure with { Processes = comparison.Processes.GetValueOrDefault(metric) };
        // Of counters there are endless selections: by tags, per second, compared with an earlier build. Those with a limit are recorded.
        foreach (var limit in judged)
            if (Record(limit.Limit.Metric, limit.Measured) is { } figure)
                figures.TryAdd(limit.Limit.Metric.Name, figure);
        return figures;
    }

    /// <summary>JSON has no infinite numbers.</summary>
    private static Figure? Record(Metric metric, Estimate? estimate) => estimate is { } e && double.IsFinite(e.Value)
        ? new(e.Value, double.IsFinite(e.Lower) ? e.Lower : null, double.IsFinite(e.Upper) ? e.Upper : null)
        {
            Text = Figures.Show(metric, e.Value),
        }
        : null;

    private static LimitResults Record(JudgedLimit judged, CaseComparison comparison, double seconds)
    {
        var (limit, _, status) = judged;
        var range = SuggestedLimit.RangeOf(comparison, limit.Metric);
        return new(
            limit.Metric.Name,
            limit.Metric.Path,
            limit.Min,
            limit.Max,
            limit.IsDefault ? null : limit.Pattern,
            limit.Line,
            status,
            judged.DetectableChange,
            // The times of a quick run are too uncertain for the limits of other runs, and altered code is none that others run.
            limit.IsGross || comparison.Distortion is not null ? new(null, null)
            : AgainstLimits.IsObsolete(judged, comparison.Case) ? new(null, AgainstLimits.DefaultFor(limit.Metric, judged.Earlier))
            : SuggestedLimit.Amounts(judged, comparison) is { } amounts ? new(null, null, amounts)
            : limit.Amounts is not null && status != LimitStatus.Above ? new(null, null)
            : new(SuggestedLimit.Min(limit.Metric, range), SuggestedLimit.Max(limit.Metric, range)))
        {
            Amounts = limit.Amounts,
            Text = Figures.Range(limit),
            ProbabilityBroken = judged.Decision?.Broken,
            MissingSeconds = status == LimitStatus.NotShown ? judged.Decision?.Missing * seconds : null,
            Closest = SuggestedLimit.Closest(limit.Metric, judged.Decision) is not { } closest ? null
                : judged.Decision!.IsAbove ? new(null, closest)
                : new(closest, null),
        };
    }
}
