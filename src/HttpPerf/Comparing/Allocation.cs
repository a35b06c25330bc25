using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>
/// What a case allocates. Other threads of the process may have added to a window. What reading a response costs depends on how it
/// arrives, which changes more from epoch to epoch than within one, and for all cases alike. So windows make the figure of an epoch,
/// epochs make that of the case, and a ratio compares the two within each epoch.
/// </summary>
internal static class Allocation
{
    /// <summary>The share of an epoch's windows that must agree to the byte; in some responses in five a buffer grows.</summary>
    private const double Majority = 0.75;

    /// <summary>How many settled epochs must agree for their figure to be exact: all of few, and all but one of eight.</summary>
    private const double NearlyAll = 0.875;

    /// <summary>How many epochs must be settled for them to speak for all.</summary>
    private const double SettledShare = 1 / 3.0;

    /// <summary>How many of all windows must agree for their figure to count as recurring.</summary>
    private const double Recurring = 0.05;

    /// <summary>
    /// What a case allocates. A figure that is rare in this run may be the usual one of another, so the interval's lower end is no higher
    /// than the least figure that recurs.
    /// </summary>
    public static Estimate EstimateBytes(AllocationSamples samples, double errorRate)
    {
        double[] settled = [.. samples.BytesPerOperation.Select(Settled).OfType<double>()];
        var usual = settled.Length < samples.BytesPerOperation.Count * SettledShare ? OfWindows(samples, errorRate)
            : Agreed(settled, NearlyAll) is { } bytes ? Estimate.Exact(bytes)
            : OfEpochs(settled, errorRate);
        return usual with { Lower = RecurringFigures(samples).Append(usual.Lower).Min() };
    }

    /// <summary>What a case allocates divided by what its baseline does; two equal figures are 1, also where both are 0.</summary>
    /// <param name="samples">The case's.</param>
    /// <param name="baseline">The baseline's, with as many epochs.</param>
    /// <param name="errorRate">How often the interval may miss the truth.</param>
    public static Estimate EstimateRatio(AllocationSamples samples, AllocationSamples baseline, double errorRate)
    {
        var pairs = samples.BytesPerOperation.Zip(baseline.BytesPerOperation)
            .Select(epoch => (Bytes: Settled(epoch.First), Baseline: Settled(epoch.Second)))
            .Where(pair => pair is { Bytes: not null, Baseline: not null })
            .Select(pair => (Bytes: pair.Bytes!.Value, Baseline: pair.Baseline!.Value))
            .ToList();
        if (pairs.Count < samples.BytesPerOperation.Count * SettledShare)
            // Without pairs, each side's interval may err half as often, so that both hold together.
            return Divide(OfWindows(samples, errorRate / 2), OfWindows(baseline, errorRate / 2));

        // By chance, responses arrive differently for one of the two. But most epochs don't agree to the byte on a wrong difference.
        var agreeing = pairs.GroupBy(pair => pair.Bytes - pair.Baseline).MaxBy(difference => difference.Count())!.ToList();
        var decisive = agreeing.Count > pairs.Count / 2 ? agreeing : pairs;
        return OfEpochs([.. decisive.Select(pair => Quotient(pair.Bytes, pair.Baseline))], errorRate);
    }

    /// <inheritdoc cref="Evidence" path="/param[@name='AllocationSpread']"/>
    public static double Spread(AllocationSamples samples)
    {
        var sorted = samples.BytesPerOperation.SelectMany(w => w).Order().ToArray();
        var middle = sorted[sorted.Length / 2];
        var tenth = sorted.Length / 10;
        return middle > 0 ? (sorted[^(tenth + 1)] - sorted[tenth]) / 2 / middle : 0;
    }

    /// <summary>The figure of an epoch; null where its windows disagree.</summary>
    private static double? Settled(double[] windows) => Agreed(windows, Majority);

    /// <summary>The figure that at least this share of all is equal to; null where there is none.</summary>
    private static double? Agreed(double[] figures, double share)
    {
        var (bytes, count) = figures.CountBy(b => b).MaxBy(figure => figure.Value);
        return count >= figures.Length * share ? bytes : null;
    }

    private static IEnumerable<double> RecurringFigures(AllocationSamples samples)
    {
        double[] windows = [.. samples.BytesPerOperation.SelectMany(w => w)];
        // Once is no recurrence, however few windows there are.
        return windows.CountBy(b => b).Where(figure => figure.Value > Math.Max(1, windows.Length * Recurring)).Select(figure => figure.Key);
    }

    private static Estimate OfEpochs(double[] figures, double errorRate) =>
        Bounded(OrderStatistics.Quantile([figures], 0.5, errorRate), figures);

    private static Estimate OfWindows(AllocationSamples samples, double errorRate) => Bounded(
        OrderStatistics.Quantile(samples.BytesPerOperation, 0.5, errorRate), [.. samples.BytesPerOperation.SelectMany(w => w)]);

    /// <summary>Few of them bound nothing by ranks alone; but bytes are counted, not sampled, and lie between what was counted.</summary>
    private static Estimate Bounded(Estimate e, double[] counted) =>
        new(e.Value, Math.Max(e.Lower, counted.Min()), Math.Min(e.Upper, counted.Max()));

    private static Estimate Divide(Estimate a, Estimate b) =>
        new(Quotient(a.Value, b.Value), Quotient(a.Lower, b.Upper), Quotient(a.Upper, b.Lower));

    private static double Quotient(double a, double b) => a == b ? 1 : a / b;
}
