using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>A group's figures. Pure: the same samples and error budget give the same figures.</summary>
/// <param name="Cases">The measured cases, each compared with the baseline.</param>
/// <param name="Failures">Why the other cases were not measured.</param>
/// <param name="AACheck">The result of the group's A/A check.</param>
internal sealed record GroupComparison(IReadOnlyList<CaseComparison> Cases, IReadOnlyList<CaseFailure> Failures, AACheck AACheck)
{
    /// <summary>Which earlier build the cases are compared with, as "at main (a1b2c3d)"; null if with none.</summary>
    public string? Earlier { get; init; }

    /// <summary>Null if the group has no baseline, or the baseline was not measured.</summary>
    public CaseComparison? Baseline => Cases.FirstOrDefault(c => c.Case.IsBaseline);

    /// <param name="samples">What was measured.</param>
    /// <param name="errors">How often intervals may miss the true value.</param>
    public static GroupComparison Compare(GroupSamples samples, ErrorRates errors)
    {
        var before = CompareCases(samples with { Cases = samples.Before }, errors).ToDictionary(c => c.Case);
        var stillFell = EpochTrend.Falls(samples);
        return new GroupComparison(
            [.. CompareCases(samples, errors).Zip(samples.Cases, AddBefore).Select(c => c with { StillFell = stillFell })],
            samples.Failures,
            AACheck.Evaluate(samples.AACheck, errors.Bytes));

        CaseComparison AddBefore(CaseComparison now, CaseSamples c) => samples.BeforeOf(c.Id) is { } samplesBefore
            ? CompareWithBefore(now, c, before[samplesBefore.Id], samplesBefore, errors)
            : now;
    }

    /// <summary>The figures of a case of either build; null if it was not measured.</summary>
    public CaseComparison? Find(CaseId id) => Cases.Select(c => id.IsBefore ? c.Before : c).FirstOrDefault(c => c?.Case == id);

    /// <summary>Adds cases that were measured otherwise, in place of what was known of them.</summary>
    public GroupComparison Replace(GroupComparison other) => this with
    {
        Cases = [.. Cases.Where(c => other.Find(c.Case) is null), .. other.Cases],
        Failures = [.. Failures.Where(f => !other.Cases.Any(c => c.Case == f.Id || c.Case.Before() == f.Id))],
    };

    /// <summary>Replaces times of this process by what several processes measured.</summary>
    /// <param name="metrics">The metrics of times to replace, of each case.</param>
    /// <param name="processes">What further processes measured; one or more, each with all of these cases and their baseline.</param>
    /// <param name="errorRate">As for <see cref="AcrossProcesses.Mean"/>.</param>
    public GroupComparison Across(
        IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> metrics, IReadOnlyList<GroupSamples> processes, double errorRate) => this with
        {
            Cases = [.. Cases.Select(c => metrics.TryGetValue(c.Case, out var ofCase) ? Across(c, ofCase, processes, errorRate) : c)],
        };

    /// <summary>
    /// The interval of a case's ratio to its earlier build if processes agree on it that measure it as surely as one has.
    /// </summary>
    /// <param name="process">What the one measured.</param>
    /// <param name="id">The case of today's build.</param>
    /// <param name="ratio">What they agree on.</param>
    /// <param name="errorRate">As for <see cref="AcrossProcesses.AgreeOn"/>.</param>
    public static Estimate AgreeOn(GroupSamples process, CaseId id, double ratio, double errorRate)
    {
        var (now, before) = (process.Cases.Single(c => c.Id == id), process.BeforeOf(id)!);
        var shorter = Math.Min(RoundsMedian.Compute(now.Epochs, errorRate).Value, RoundsMedian.Compute(before.Epochs, errorRate).Value);
        return AcrossProcesses.AgreeOn(ratio, PairedRatio.ComputeNarrower(now, before, errorRate).Ratio, shorter, errorRate);
    }

    /// <summary>Widens ratios that only this process measured by how much processes differ.</summary>
    /// <param name="metrics">The metrics of times of each case; those that are no ratios stay as they are.</param>
    /// <param name="errorRate">As for <see cref="AcrossProcesses.Widen"/>.</param>
    public GroupComparison OfOneProcess(IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> metrics, double errorRate) => this with
    {
        Cases = [.. Cases.Select(c => metrics.TryGetValue(c.Case, out var ofCase) ? Widen(c, [.. ofCase.Where(IsRatio)], errorRate) : c)],
    };

    /// <summary>Adds which intervals the ratios that only this process measured would have if they had to be confirmed.</summary>
    /// <param name="confirm">Computes the interval from what is known of how much processes differ in the ratio.</param>
    public GroupComparison Foresee(Func<Estimate, EpochMean.Spread, Estimate> confirm) => this with
    {
        Cases =
        [
            .. Cases.Select(c => c with
            {
                Foreseen = c.Measured
                    .Where(m => m.Key.CanBeConfirmed && IsRatio(m.Key) && !c.Processes.ContainsKey(m.Key))
                    .ToDictionary(m => m.Key, m => confirm(m.Value, AcrossProcesses.OfRatiosOfTimes(ShorterTime(c, m.Key)))),
            }),
        ],
    };

    private static CaseComparison Widen(CaseComparison comparison, IReadOnlyList<Metric> metrics, double errorRate)
    {
        var measured = new Dictionary<Metric, Estimate>(comparison.Measured);
        foreach (var metric in metrics)
            measured[metric] = AcrossProcesses.Widen(
                measured[metric], AcrossProcesses.OfRatiosOfTimes(ShorterTime(comparison, metric)), errorRate);
        return comparison with
        {
            Measured = measured,
            Processes = metrics.ToDictionary(metric => metric, metric => (IReadOnlyList<double>)[measured[metric].Value]),
        };
    }

    private static CaseComparison Across(
        CaseComparison comparison, IReadOnlyList<Metric> metrics, IReadOnlyList<GroupSamples> processes, double errorRate)
    {
        var others = processes.Select(p => TimesOf(p, comparison.Case, errorRate)).ToList();
        var haveBoth = !processes.Any(p => p.Cases.Any(c => c.MeasuredAlone));
        var values = metrics.ToDictionary(
            metric => metric,
            metric => (IReadOnlyList<double>)[comparison.Measured[metric].Value, .. others.Select(other => other[metric].Value)]);
        var measured = new Dictionary<Metric, Estimate>(comparison.Measured);
        foreach (var (metric, ofProcesses) in values)
            measured[metric] = AcrossProcesses.Mean(ofProcesses, errorRate, KnownSpread(metric));
        return comparison with { Measured = measured, Processes = values };

        // Nothing is known of what is no ratio, because it depends on the machine.
        EpochMean.Spread KnownSpread(Metric metric) => haveBoth && IsRatio(metric)
            ? AcrossProcesses.OfRatiosMeasuredAs(
                [.. others.Select(other => other[metric])], ShorterTime(comparison, metric), errorRate)
            : default;
    }

    /// <summary>The shorter of the two times of which a metric is the ratio, in nanoseconds.</summary>
    private static double ShorterTime(CaseComparison comparison, Metric ratio) =>
        comparison.Measured[Metric.MedianTime].Value / Math.Max(1, comparison.Measured[ratio].Value);

    private static bool IsRatio(Metric metric) => metric.IsAgainst || metric.NeedsBaseline;

    private static Dictionary<Metric, Estimate> TimesOf(GroupSamples process, CaseId id, double errorRate)
    {
        var samples = process.Cases.Single(c => c.Id == id);
        var times = new Dictionary<Metric, Estimate>(
            TimeComparison.Compare(
                samples, process.Baseline, errorRate, errorRate, PairedRatio.ComputeNarrower).Measured);
        if (process.BeforeOf(id) is { } before)
            times[Metric.AgainstTimeRatio] = PairedRatio.ComputeNarrower(samples, before, errorRate).Ratio;
        return times;
    }

    /// <summary>The cases of one build, each compared with the baseline.</summary>
    private static IEnumerable<CaseComparison> CompareCases(GroupSamples samples, ErrorRates errors)
    {
        var allocations = AllocationComparison.Compare(samples, c => c.Allocation, _ => errors.Bytes);
        var ofServer = AllocationComparison.Compare(samples, c => c.ServerAllocation, _ => errors.Bytes);
        return samples.Cases.Select(
            c => Compare(c, samples.Baseline, allocations[c.Id], ofServer.GetValueOrDefault(c.Id), errors) with
            {
                ServerObjection = samples.ServerObjection,
                ColdAfter = samples.ColdAfter,
            });
    }

    private static CaseComparison CompareWithBefore(
        CaseComparison comparison, CaseSamples now, CaseComparison comparisonBefore, CaseSamples before, ErrorRates errors)
    {
        var measured = new Dictionary<Metric, Estimate>(comparison.Measured)
        {
            [Metric.AgainstTimeRatio] = PairedRatio.Compute(now, before, errors.Times).Ratio,
        };
        AddGrowth(Metric.AgainstAllocatedBytes, c => c.Allocation);
        AddGrowth(Metric.AgainstServerAllocatedBytes, c => c.ServerAllocation);
        return comparison with { Before = comparisonBefore, Measured = measured };

        void AddGrowth(Metric metric, Func<CaseSamples, AllocationSamples?> select)
        {
            if (AllocationComparison.EstimateGrowth(now, before, select, _ => errors.Bytes) is { } growth)
                measured[metric] = growth;
        }
    }

    /// <param name="samples">The case.</param>
    /// <param name="baseline">Its baseline; null without one.</param>
    /// <param name="allocation">What it allocates.</param>
    /// <param name="ofServer">What its server allocates; null if that can't be read.</param>
    /// <param name="errors">How often intervals may miss the true value.</param>
    private static CaseComparison Compare(
        CaseSamples samples,
        CaseSamples? baseline,
        AllocationComparison allocation,
        AllocationComparison? ofServer,
        ErrorRates errors)
    {
        var stretches = samples.MeasuredStretches.Count();
        var ofCosts = errors.Unconfirmed;
        var times = TimeComparison.Compare(samples, baseline, errors);
        var measured = new Dictionary<Metric, Estimate>(times.Measured)
        {
            [Metric.AllocatedBytes] = allocation.Bytes,
            [Metric.Gen0Collections] = Collections(gc => gc.Gen0),
            [Metric.Gen1Collections] = Collections(gc => gc.Gen1),
            [Metric.Gen2Collections] = Collections(gc => gc.Gen2),
            [Metric.GcPause] = Cost.GcPause(samples, ofCosts),
            [Metric.CpuTime] = Cost.CpuTime(samples, ofCosts),
        };
        if (baseline is not null && baseline != samples)
        {
            if (samples.Load is null && baseline.Load is null)
                measured[Metric.TimeRatioWithPauses] = Cost.TimeRatioWithPauses(samples, baseline, ofCosts);
            measured[Metric.CpuRatio] = Cost.CpuRatio(samples, baseline, ofCosts);
        }

        Add(Metric.AllocatedRatio, allocation.Ratio);
        Add(Metric.ServerAllocatedBytes, ofServer?.Bytes);
        Add(Metric.ServerAllocatedRatio, ofServer?.Ratio);
        Add(Metric.ServerCpuTime, Cost.ServerCpuTime(samples, ofCosts));
        return new CaseComparison(samples.Id, measured, new Evidence(
            samples.Epochs.Count(e => e.Length > 0),
            samples.Epochs.Sum(e => e.Length),
            times.QuietRounds,
            stretches,
            samples.Gc.Operations,
            allocation.Evidence,
            ofServer?.Evidence,
            TimeComparison.OperationsTimedTogether(samples, baseline),
            samples.Load?.Model))
        {
            Counts = samples.Counters.Count > 0 ? new Counts(samples.Counters, ofCosts) : null,
        };

        Estimate Collections(Func<GcActivity, int> generation) => Cost.Collections(samples, generation, ofCosts);

        void Add(Metric metric, Estimate? estimate)
        {
            if (estimate is not null)
                measured[metric] = estimate.Value;
        }
    }
}
