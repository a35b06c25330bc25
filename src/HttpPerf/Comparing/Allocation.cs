using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>What a case allocates, read from windows that other threads of the process may have added to.</summary>
internal static class Allocation
{
    /// <summary>How many of the windows must agree to the byte for their figure to be exact: a buffer that grows in every third is no disturbance.</summary>
    private const double Majority = 0.75;

    public static Estimate Of(AllocationSamples samples, double errorRate)
    {
        var windows = samples.BytesPerOperation;
        var common = windows.GroupBy(b => b).MaxBy(g => g.Count())!;
        return common.Count() >= windows.Count * Majority
            ? Estimate.Exact(common.Key)
            : Bounded(OrderStatistics.Quantile([[.. windows]], 0.5, errorRate), windows);
    }

    /// <inheritdoc cref="Evidence" path="/param[@name='AllocationSpread']"/>
    public static double Spread(AllocationSamples samples)
    {
        var sorted = samples.BytesPerOperation.Order().ToArray();
        var middle = sorted[sorted.Length / 2];
        var tenth = sorted.Length / 10;
        return middle > 0 ? (sorted[^(tenth + 1)] - sorted[tenth]) / 2 / middle : 0;
    }

    /// <summary>Few windows bound nothing by ranks alone; but bytes are counted, not sampled, and lie between what was counted.</summary>
    private static Estimate Bounded(Estimate e, IReadOnlyList<double> windows) =>
        new(e.Value, Math.Max(e.Lower, windows.Min()), Math.Min(e.Upper, windows.Max()));
}
