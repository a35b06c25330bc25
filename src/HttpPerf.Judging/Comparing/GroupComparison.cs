using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>A group's figures. Pure: the same samples and error budget give the same figures.</summary>
/// <param name="Cases">The measured cases, each compared with the baseline.</param>
/// <param name="Failures">Why the other cases were not measured.</param>
/// <param name="AACheck">The result of the group's A/A check.</param>
internal sealed record GroupComparison(IReadOnlyList<CaseComparison> Cases, IReadOnlyList<CaseFailure> Failures, AACheck AACheck)
{
    private static readonly Metric[] GrowthOfBytes = [Metric.AgainstAllocatedBytes, Metric.AgainstServerAllocatedBytes];

    /// <summary>Which earlier build the cases are compared with, as "at main (a1b2c3d)"; null if with none.</summary>
    public string? Earlier { get; init; }

    /// <summary>How often its figures may miss the true ones, and its verdicts err.</summary>
    public ErrorRates Errors { get; init; } = new();

    /// <summary>Null if the group has no baseline, or the baseline was not measured.</summary>
    public CaseComparison? Baseline => Cases.FirstOrDefault(c => c.Case.IsBaseline);

    /// <param name="samples">The samples.</param>
    /// <param name="errors">How often intervals may miss the true value.</param>
    public static GroupComparison Compare(GroupSamples samples, ErrorRates errors)
    {
        var before = CompareCases(samples with { Cases = samples.Before }, errors).ToDictionary(c => c.Case);
        var stillFell = EpochTrend.Falls(samples);
        return new GroupComparison(
            [.. CompareCases(samples, errors).Zip(samples.Cases, AddBefore).Select(c => c with { StillFell = stillFell })],
            samples.Failures,
            AACheck.Evaluate(samples.AACheck, errors.Bytes))
        {
            Errors = errors,
        };

        CaseComparison AddBefore(CaseComparison now, CaseSamples c) => samples.BeforeOf(c.Id) is { } samplesBefore
            ? CompareWithBefore(now, c, before[samplesBefore.Id], samples, errors)
            : now;
    }

    /// <summary>The figures of a case of either build; null if it was not measured.</summary>
    public CaseComparison? Find(CaseId id) => Cases.Select(c => id.IsBefore ? c.Before : c).FirstOrDefault(c => c?.Case == id);

    /// <summary>Adds cases that were measured otherwise, in place of their former figures.</summary>
    public GroupComparison Replace(GroupComparison other) => this with
    {
        Cases = [.. Cases.Where(c => other.Find(c.Case) is null), .. other.Cases],
        Failures = [.. Failures.Where(f => !other.Cases.Any(c => c.Case == f.Id || c.Case.Before() == f.Id))],
    };

    /// <summary>Replaces the growth of bytes since an earlier build by the counts of fresh processes.</summary>
    /// <param name="metrics">The metrics to replace, of each case.</param>
    /// <param name="processes">Their measurements; those that didn't measure a case say nothing of it. None if none could.</param>
    /// <param name="errorRate">How often the interval of one of them may miss the true growth.</param>
    public GroupComparison WithGrowth(
        IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> metrics, IReadOnlyList<GroupSamples> processes, double errorRate) => this with
        {
            Cases =
            [
                .. Cases.Select(c => metrics.GetValueOrDefault(c.Case, []).Aggregate(
                    c, (comparison, metric) => comparison.WithGrowth(
                        metric, BytesGrowth.Of(processes, c.Case, metric, errorRate), byFresh: true))),
            ],
        };

    /// <summary>Adds the bytes that further processes have counted.</summary>
    /// <param name="cases">Of which cases.</param>
    /// <param name="processes">Their measurements.</param>
    public GroupComparison WithWindows(IReadOnlyCollection<CaseId> cases, IReadOnlyList<GroupSamples> processes) => this with
    {
        Cases = [.. Cases.Select(c => cases.Contains(c.Case) ? c.WithWindows(processes) : c)],
    };

    /// <summary>Adds round trips.</summary>
    /// <param name="samples">The samples of a process, of some cases of either build.</param>
    public GroupComparison WithRoundTrips(IReadOnlyList<RoundTripSamples> samples) => this with
    {
        Cases =
        [
            .. from c in Cases
               let now = samples.FirstOrDefault(s => s.Id == c.Case)
               let before = samples.FirstOrDefault(s => s.Id == c.Case.Before())
               select now is null ? c : c.WithRoundTrips(now, before),
        ],
    };

    /// <summary>Adds the times of further processes.</summary>
    /// <param name="metrics">The metrics of each case to which it is added.</param>
    /// <param name="processes">One or more, each with all of these cases and their baseline.</param>
    /// <param name="areApart">Whether each process has one side of a ratio only, so that nothing is known of how much they differ.</param>
    public GroupComparison Across(
        IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> metrics, IReadOnlyList<GroupSamples> processes, bool areApart = false) =>
        this with
        {
            Cases =
            [
                .. Cases.Select(c => metrics.TryGetValue(c.Case, out var ofCase) ? Across(c, ofCase, processes, areApart) : c),
            ],
        };

    private CaseComparison Across(
        CaseComparison comparison, IReadOnlyList<Metric> metrics, IReadOnlyList<GroupSamples> processes, bool areApart)
    {
        var others = processes.Select(p => TimesOf(p, comparison.Case)).ToList();
        var timed = new Dictionary<Metric, TimedFigure>(comparison.Timed);
        var measured = new Dictionary<Metric, Estimate>(comparison.Measured);
        foreach (var metric in metrics)
        {
            var time = timed[metric];
            timed[metric] = new(
                [.. time.Processes, .. others.SelectMany(other => other[metric].Processes)], areApart ? null : time.ShorterTime);
            measured[metric] = timed[metric].Passing.Interval(ErrorRates.Passing);
        }

        return comparison with { Timed = timed, Measured = measured };
    }

    private IReadOnlyDictionary<Metric, TimedFigure> TimesOf(GroupSamples process, CaseId id) =>
        TimeComparison.Compare(process.Cases.Single(c => c.Id == id), process.Baseline, process.BeforeOf(id), Errors).Timed;

    /// <summary>The cases of one build, each compared with the baseline.</summary>
    private static IEnumerable<CaseComparison> CompareCases(GroupSamples samples, ErrorRates errors)
    {
        var allocations = AllocationComparison.Compare(samples, c => c.Allocation, _ => errors.Bytes);
        var ofServer = AllocationComparison.Compare(samples, c => c.ServerAllocation, _ => errors.Bytes);
        return samples.Cases.Select(
            c => Compare(
                c,
                samples.Baseline,
                c.Id.IsBefore ? null : samples.BeforeOf(c.Id),
                allocations[c.Id],
                ofServer.GetValueOrDefault(c.Id),
                errors) with
            {
                UnreadUsage = samples.UnreadUsage,
                ColdAfter = samples.ColdAfter,
            });
    }

    private static CaseComparison CompareWithBefore(
        CaseComparison comparison,
        CaseSamples now,
        CaseComparison comparisonBefore,
        GroupSamples samples,
        ErrorRates errors) => GrowthOfBytes.Aggregate(
            comparison with { Before = comparisonBefore },
            (compared, metric) => compared.WithGrowth(metric, BytesGrowth.Of([samples], now.Id, metric, errors.Bytes)))
            .WithGrowthOfRetained();

    /// <param name="samples">The case.</param>
    /// <param name="baseline">Its baseline; null without one.</param>
    /// <param name="before">The same case in an earlier build; null without one.</param>
    /// <param name="allocation">Its allocations.</param>
    /// <param name="ofServer">Its server's allocations; null if they can't be read.</param>
    /// <param name="errors">How often intervals may miss the true value.</param>
    private static CaseComparison Compare(
        CaseSamples samples,
        CaseSamples? baseline,
        CaseSamples? before,
        AllocationComparison allocation,
        AllocationComparison? ofServer,
        ErrorRates errors)
    {
        var ofCosts = errors.Unconfirmed;
        var times = TimeComparison.Compare(samples, baseline, before, errors);
        var measured = new Dictionary<Metric, Estimate>(times.OfTails)
        {
            [Metric.AllocatedBytes] = allocation.Bytes,
            [Metric.Gen0Collections] = Collections(gc => gc.Gen0),
            [Metric.Gen1Collections] = Collections(gc => gc.Gen1),
            [Metric.Gen2Collections] = Collections(gc => gc.Gen2),
            [Metric.GcPause] = Cost.GcPause(samples, ofCosts),
            [Metric.CpuTime] = Cost.CpuTime(samples, ofCosts),
        };
        foreach (var (metric, time) in times.Timed)
            measured[metric] = time.Passing.Interval(ErrorRates.Passing);
        if (baseline is not null && baseline != samples)
            measured[Metric.CpuRatio] = Cost.CpuRatio(samples, baseline, ofCosts);

        Add(Metric.AllocatedRatio, allocation.Ratio);
        Add(Metric.ServerAllocatedBytes, ofServer?.Bytes);
        Add(Metric.ServerAllocatedRatio, ofServer?.Ratio);
        Add(Metric.ServerCpuTime, Cost.ServerCpuTime(samples, ofCosts));
        var retained = Retentions.Of(samples.Retained);
        Add(Metric.RetainedBytes, retained.GetValueOrDefault(Metric.RetainedBytes)?.PerOperation);
        Add(Metric.ServerRetainedBytes, retained.GetValueOrDefault(Metric.ServerRetainedBytes)?.PerOperation);
        return new CaseComparison(samples.Id, measured, new Evidence(
            samples.Times.Count,
            samples.Times.Sum(e => e.Length),
            samples.SoloRuns.Count,
            samples.Gc.Operations,
            allocation.Evidence,
            ofServer?.Evidence,
            TimeComparison.OperationsTimedTogether(samples, baseline),
            samples.Load))
        {
            Timed = times.Timed,
            Windows = Counted().ToDictionary(),
            Retained = retained,
            Counts = samples.Counters.Count > 0 ? new Counts(samples.Counters, ofCosts) : null,
        };

        IEnumerable<KeyValuePair<Metric, IReadOnlyList<AllocationSamples>>> Counted()
        {
            yield return new(Metric.AllocatedBytes, [samples.Allocation]);
            if (samples.ServerAllocation is { } server)
                yield return new(Metric.ServerAllocatedBytes, [server]);
        }

        Estimate Collections(Func<GcActivity, int> generation) => Cost.Collections(samples, generation, ofCosts);

        void Add(Metric metric, Estimate? estimate)
        {
            if (estimate is not null)
                measured[metric] = estimate.Value;
        }
    }
}
