using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>Between which values several processes measured a case's times and bytes, so that a limit can leave room for them.</summary>
internal static class ProcessRanges
{
    /// <param name="group">The measurements of the test process.</param>
    /// <param name="cases">The cases to add ranges to.</param>
    /// <param name="processes">The samples of further processes: times and bytes of at least these cases and their baseline.</param>
    /// <param name="errorRate">How often an interval of bytes may miss the true value.</param>
    public static GroupComparison Add(
        GroupComparison group, IReadOnlyList<CaseId> cases, IReadOnlyList<GroupSamples> processes, double errorRate)
    {
        if (cases.Count == 0)
            return group;
        var others = processes.Select(process => TimesAndBytes(process, group.Errors, errorRate)).ToList();
        return group with
        {
            Cases =
            [
                .. group.Cases.Select(
                    c => cases.Contains(c.Case)
                        ? c.WithWindows(processes) with { Ranges = Ranges(c, others.ConvertAll(other => other[c.Case])) }
                        : c),
            ],
        };
    }

    private static Dictionary<Metric, Estimate> Ranges(CaseComparison comparison, List<Dictionary<Metric, Estimate>> others)
    {
        var ranges = new Dictionary<Metric, Estimate>();
        foreach (var (metric, own) in comparison.Measured.Where(figure => others.TrueForAll(other => other.ContainsKey(figure.Key))))
        {
            List<Estimate> all = [own, .. others.Select(other => other[metric])];
            // Processes differ in their times by more than each one's interval shows, and hardly in their bytes.
            ranges[metric] = metric.IsTime
                ? new(all.Average(e => e.Value), all.Min(e => e.Value), all.Max(e => e.Value))
                : new(own.Value, all.Min(e => e.Lower), all.Max(e => e.Upper));
        }

        // A process of a second measures no tail. Where all operations take longer, the slowest do, too.
        if (ranges.TryGetValue(Metric.TimeRatio, out var time) && comparison.Measured.TryGetValue(Metric.TimeRatioP95, out var tail))
        {
            var own = comparison.Measured[Metric.TimeRatio].Value;
            ranges[Metric.TimeRatioP95] = new(tail.Value * time.Value / own, tail.Lower * time.Lower / own, tail.Upper * time.Upper / own);
        }

        return ranges;
    }

    private static Dictionary<CaseId, Dictionary<Metric, Estimate>> TimesAndBytes(
        GroupSamples samples, ErrorRates errors, double errorRate)
    {
        var allocations = AllocationComparison.Compare(samples, c => c.Allocation, _ => errorRate);
        var ofServer = AllocationComparison.Compare(samples, c => c.ServerAllocation, _ => errorRate);
        return samples.Cases.ToDictionary(c => c.Id, c =>
        {
            var times = TimeComparison.Compare(c, samples.Baseline, null, errors).Timed;
            var figures = new Dictionary<Metric, Estimate> { [Metric.AllocatedBytes] = Bytes(allocations[c.Id], c.Allocation) };
            if (times.TryGetValue(Metric.TimeRatio, out var time))
                figures[Metric.TimeRatio] = time.Passing.Interval(ErrorRates.Passing);
            if (allocations[c.Id].Ratio is { } ratio)
                figures[Metric.AllocatedRatio] = ratio;
            if (ofServer.TryGetValue(c.Id, out var server))
                figures[Metric.ServerAllocatedBytes] = Bytes(server, c.ServerAllocation!);
            return figures;
        });

        // In a second of counting, something else is allocated now and then. What only some calls allocate is the test process's to tell,
        // unless it is certain.
        Estimate Bytes(AllocationComparison measured, AllocationSamples samples) => measured.Evidence.Widen(
            measured.Evidence.Excess is { PerOperation.Value: 0 }
                ? measured.Bytes with { Upper = Allocation.EstimateUsual(samples.Counted(), errorRate).Upper }
                : measured.Bytes);
    }
}
