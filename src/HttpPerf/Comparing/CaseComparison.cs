namespace HttpPerf.Comparing;

/// <summary>What was measured of one case, set beside its baseline.</summary>
/// <param name="Case">The case.</param>
/// <param name="Measured">Every metric that the case has; ratios are absent in a group without a baseline.</param>
/// <param name="Evidence">What the figures rest on.</param>
internal sealed record CaseComparison(CaseId Case, IReadOnlyDictionary<Metric, Estimate> Measured, Evidence Evidence = default)
{
    /// <summary>What was counted; null where nothing was.</summary>
    public Counts? Counts { get; init; }

    /// <summary>The estimate of any metric, counters included; null where the case doesn't have it.</summary>
    public Estimate? Find(Metric metric)
    {
        if (metric.Selection is not { } counter)
            return Measured.TryGetValue(metric, out var measured) ? measured : null;
        if (Counts?.Find(counter) is not { } readings)
            return null;

        var perOperation = readings.Sum(reading => reading.Total) / Counts.Operations;
        // Nothing is nothing in any time, even where the time has no bounds.
        return metric.Unit == Unit.PerOperation || perOperation == 0
            ? Estimate.Exact(perOperation)
            : Multiply(Measured[Metric.RequestsPerSecond], perOperation);
    }

    private static Estimate Multiply(Estimate e, double factor) => new(
        e.Value * factor, Math.Min(e.Lower * factor, e.Upper * factor), Math.Max(e.Lower * factor, e.Upper * factor));
}

/// <summary>What the figures of a case rest on.</summary>
/// <param name="Epochs">How many times the case was built afresh.</param>
/// <param name="Rounds">How many times it was timed beside the others of its group, over all epochs.</param>
/// <param name="QuietRounds">
/// On how many of them the time ratio rests. On a busy machine only the quietest half, quarter or eighth is used, if that narrows the
/// interval.
/// </param>
/// <param name="GcPause">Nanoseconds per operation for which the garbage collector stopped it; its times leave them out.</param>
/// <param name="Windows">Over how many windows its bytes were counted.</param>
/// <param name="OperationsPerWindow">How many operations each of them covered.</param>
/// <param name="AllocationSpread">
/// Half of what lies between the 10th and the 90th percentile of the windows, as a part of the middle one; 0 where they agree.
/// </param>
internal readonly record struct Evidence(
    int Epochs, int Rounds, int QuietRounds, double GcPause, int Windows, long OperationsPerWindow, double AllocationSpread);
