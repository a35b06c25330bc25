using HttpPerf.Judging.Statistics;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>
/// Estimates what a case allocates. Other threads of the process may have added to a window. The cost of reading a response depends on how
/// it arrives, which changes more between epochs than within one, and for all cases alike. So an epoch's figure comes from its windows, a
/// case's figure from its epochs, and a ratio compares two cases within each epoch.
/// </summary>
internal static class Allocation
{
    /// <summary>The share of an epoch's windows that must agree to the byte: a buffer grows in about one response of five.</summary>
    private const double Majority = 0.75;

    /// <summary>The share of settled epochs that must agree for their figure to be exact: all of a few, all but one of eight.</summary>
    private const double NearlyAll = 0.875;

    /// <summary>The share of epochs that must be settled to represent all of them.</summary>
    private const double SettledShare = 1 / 3.0;

    /// <summary>The share of all windows above which figures below the usual one count.</summary>
    private const double Recurring = 0.05;

    /// <summary>
    /// Bytes per operation: the amount of most calls, and the excess of some. If some calls recurringly allocate less, the
    /// interval reaches down to the mean of all calls.
    /// </summary>
    /// <param name="samples">The case's.</param>
    /// <param name="excess">The excess of some of its calls over the usual figure.</param>
    /// <param name="errorRate">How often the interval may miss the true figure.</param>
    public static Estimate EstimateBytes(AllocationSamples samples, AllocationExcess excess, double errorRate)
    {
        var usual = EstimateUsual(samples, errorRate);
        if (Recurs(samples, bytes => bytes < usual.Lower))
            usual = usual with { Lower = usual.Lower - AllocationExcess.Shortfall(samples, usual.Lower, errorRate) };
        return Bounded(Add(usual, excess.PerOperation), [.. samples.BytesPerOperation.SelectMany(w => w)]);
    }

    /// <summary>The bytes that most calls allocate.</summary>
    public static Estimate EstimateUsual(AllocationSamples samples, double errorRate)
    {
        double[] settled = [.. samples.BytesPerOperation.Select(Settled).OfType<double>()];
        return settled.Length < samples.BytesPerOperation.Count * SettledShare ? OfWindows(samples, errorRate)
            : Agreed(settled, NearlyAll) is { } bytes ? Estimate.Exact(bytes)
            : OfEpochs(settled, errorRate);
    }

    /// <summary>The case's bytes divided by the baseline's. Equal figures have the ratio 1, even if both are 0.</summary>
    /// <param name="samples">The case's.</param>
    /// <param name="baseline">The baseline's, with the same number of epochs.</param>
    /// <param name="excess">The excess of some calls of the case over the usual figure.</param>
    /// <param name="errorRate">How often the interval may miss the true ratio.</param>
    public static Estimate EstimateRatio(
        AllocationSamples samples, AllocationSamples baseline, AllocationExcess excess, double errorRate)
    {
        var usual = Compare(samples, baseline, Quotient, Divide, equal: 1, errorRate);
        var (bytes, divisor) = (excess.PerOperation, EstimateUsual(baseline, errorRate).Value);
        return bytes.Upper == 0 ? usual
            : divisor > 0 ? Add(usual, new Estimate(bytes.Value / divisor, bytes.Lower / divisor, bytes.Upper / divisor))
            : bytes.Lower > 0 ? Estimate.Exact(double.PositiveInfinity)
            : usual with { Upper = double.PositiveInfinity };
    }

    /// <summary>The case's bytes minus those of another one.</summary>
    /// <param name="samples">The case's.</param>
    /// <param name="other">The other's, with the same number of epochs.</param>
    /// <param name="excess">The excess of some calls of the case over the usual figure.</param>
    /// <param name="errorRate">How often the interval may miss the true difference.</param>
    public static Estimate EstimateDifference(
        AllocationSamples samples, AllocationSamples other, AllocationExcess excess, double errorRate)
    {
        var usual = Compare(samples, other, (a, b) => a - b, (a, b) => a.Minus(b), equal: 0, errorRate);
        return Add(usual, excess.PerOperation);
    }

    /// <summary>Compares the amounts of most calls of two cases.</summary>
    /// <param name="samples">The case's.</param>
    /// <param name="other">The other's, with the same number of epochs.</param>
    /// <param name="compare">Compares two figures.</param>
    /// <param name="compareEstimates">Compares two figures with intervals.</param>
    /// <param name="equal">The result for equal figures.</param>
    /// <param name="errorRate">How often the interval may miss the true result.</param>
    private static Estimate Compare(
        AllocationSamples samples,
        AllocationSamples other,
        Func<double, double, double> compare,
        Func<Estimate, Estimate, Estimate> compareEstimates,
        double equal,
        double errorRate)
    {
        // Each side's interval gets half the error rate, so that both hold together.
        var sideRate = errorRate / 2;
        // If the results of epochs differ, the smallest and the largest are no bounds: a few are easily all on one side by chance.
        return MeanOfEpochs(DecisivePairs(samples, other)?.Select(pair => compare(pair.Bytes, pair.Baseline)))
            ?? OfRanks(MedianOfWindows(samples, sideRate), MedianOfWindows(other, sideRate))
            ?? MeanOfEpochs(Medians(samples).Zip(Medians(other), compare))
            // Fewer than three epochs.
            ?? IncludeEqual(compareEstimates(OfWindows(samples, sideRate), OfWindows(other, sideRate)));

        Estimate? MeanOfEpochs(IEnumerable<double>? results) =>
            results is not null && EpochMean.Compute([.. results], errorRate) is var mean && IsBounded(mean) ? mean : null;

        // Null if there are too few windows for ranks to bound both sides.
        Estimate? OfRanks(Estimate medians, Estimate mediansOfOther) =>
            IsBounded(medians) && IsBounded(mediansOfOther) ? compareEstimates(medians, mediansOfOther) : null;

        Estimate IncludeEqual(Estimate e) => e with { Lower = Math.Min(equal, e.Lower), Upper = Math.Max(equal, e.Upper) };

        static bool IsBounded(Estimate e) => e.Lower == e.Upper || (double.IsFinite(e.Lower) && double.IsFinite(e.Upper));

        static IEnumerable<double> Medians(AllocationSamples samples) => samples.BytesPerOperation.Select(OrderStatistics.Median);
    }

    /// <summary>
    /// The figures of epochs by which two cases are compared; null if too few epochs have one, or if the two cases may differ by chance.
    /// </summary>
    private static List<(double Bytes, double Baseline)>? DecisivePairs(AllocationSamples samples, AllocationSamples baseline)
    {
        var pairs = samples.BytesPerOperation.Zip(baseline.BytesPerOperation)
            .Select(epoch => (Bytes: Settled(epoch.First), Baseline: Settled(epoch.Second)))
            .Where(pair => pair is { Bytes: not null, Baseline: not null })
            .Select(pair => (Bytes: pair.Bytes!.Value, Baseline: pair.Baseline!.Value))
            .ToList();
        if (pairs.Count < samples.BytesPerOperation.Count * SettledShare)
            return null;

        // Responses may by chance arrive differently for one of the two, but most epochs don't agree to the byte on a wrong difference.
        var agreeing = pairs.GroupBy(pair => pair.Bytes - pair.Baseline).MaxBy(difference => difference.Count())!.ToList();
        if (agreeing.Count < samples.BytesPerOperation.Count * NearlyAll && agreeing.All(IsOfSomeCalls))
            return null;
        return agreeing.Count <= pairs.Count / 2 ? pairs : agreeing.All(IsByChance) ? null : agreeing;

        // Of what each call allocates more or less, the size is a multiple of a word. Anything less is in some calls of a window; and if it
        // isn't in all epochs, it may be what another thread allocated once.
        static bool IsOfSomeCalls((double Bytes, double Baseline) pair) =>
            pair.Bytes != pair.Baseline && Math.Abs(pair.Bytes - pair.Baseline) < IntPtr.Size;

        // It may be chance if either of the two also has the other's figure, as with a server that allocates one of two amounts for a
        // response. What each call allocates more never leaves the other's figure.
        bool IsByChance((double Bytes, double Baseline) pair) =>
            pair.Bytes != pair.Baseline
            && (Recurs(samples, bytes => bytes == pair.Baseline) || Recurs(baseline, bytes => bytes == pair.Bytes));
    }

    /// <summary>
    /// Whether the case that usually allocates less recurringly allocates as much as the other one, and the other one as little.
    /// </summary>
    public static bool HaveSameFigures(AllocationSamples samples, double usual, AllocationSamples other, double usualOfOther) =>
        usual > usualOfOther
            ? HaveSameFigures(other, usualOfOther, samples, usual)
            : Recurs(samples, bytes => bytes >= usualOfOther) && Recurs(other, bytes => bytes <= usual);

    /// <inheritdoc cref="AllocationEvidence" path="/param[@name='Spread']"/>
    public static double Spread(AllocationSamples samples)
    {
        var sorted = samples.BytesPerOperation.SelectMany(w => w).Order().ToArray();
        var middle = sorted[sorted.Length / 2];
        var tenth = sorted.Length / 10;
        return middle > 0 ? (sorted[^(tenth + 1)] - sorted[tenth]) / 2 / middle : 0;
    }

    /// <summary>The figure of an epoch; null if its windows disagree.</summary>
    private static double? Settled(double[] windows) => Agreed(windows, Majority);

    /// <summary>The figure that at least this share of all figures has; null if there is none.</summary>
    private static double? Agreed(double[] figures, double share)
    {
        var (bytes, count) = figures.CountBy(b => b).MaxBy(figure => figure.Value);
        return count >= figures.Length * share ? bytes : null;
    }

    private static bool Recurs(AllocationSamples samples, Func<double, bool> predicate)
    {
        double[] windows = [.. samples.BytesPerOperation.SelectMany(w => w)];
        // A single occurrence doesn't recur, however few windows there are.
        return windows.Count(predicate) > Math.Max(1, windows.Length * Recurring);
    }

    private static Estimate OfEpochs(double[] figures, double errorRate) =>
        Bounded(OrderStatistics.Quantile([figures], 0.5, errorRate), figures);

    private static Estimate OfWindows(AllocationSamples samples, double errorRate) =>
        Bounded(MedianOfWindows(samples, errorRate), [.. samples.BytesPerOperation.SelectMany(w => w)]);

    private static Estimate MedianOfWindows(AllocationSamples samples, double errorRate) =>
        OrderStatistics.Quantile(samples.BytesPerOperation, 0.5, errorRate);

    /// <summary>
    /// A few figures can't be bounded by ranks alone. But bytes are counted, not sampled, so they lie between the smallest and the largest
    /// count.
    /// </summary>
    private static Estimate Bounded(Estimate e, double[] counted) =>
        new(e.Value, Math.Max(e.Lower, counted.Min()), Math.Min(e.Upper, counted.Max()));

    private static Estimate Add(Estimate a, Estimate b) => new(a.Value + b.Value, a.Lower + b.Lower, a.Upper + b.Upper);

    private static Estimate Divide(Estimate a, Estimate b) =>
        new(Quotient(a.Value, b.Value), Quotient(a.Lower, b.Upper), Quotient(a.Upper, b.Lower));

    private static double Quotient(double a, double b) => a == b ? 1 : a / b;
}
