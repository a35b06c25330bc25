namespace HttpPerf.Comparing;

/// <summary>The median of all rounds, with the narrower one of two intervals.</summary>
internal static class RoundsMedian
{
    /// <summary>With fewer, Student's interval reaches as far as if there were none.</summary>
    private const int FewestEpochs = 6;

    /// <summary>Student's share of the error rate. It is small because order statistics are narrower almost everywhere.</summary>
    private const double ShareOfEpochs = 0.1;

    /// <param name="epochs">Samples by epoch. At least one sample in all; an epoch may be empty.</param>
    /// <param name="errorRate">Above 0 and below 1: how often the interval may miss the true median.</param>
    /// <returns>The sample median and its interval. An end is infinite if there are too few samples for the error rate.</returns>
    /// <remarks>
    /// The intervals are the order statistics' and, with six epochs or more, Student's over the epochs' medians. They share the error rate.
    /// Where epochs differ by more than the rounds of an epoch do, however little that is, order statistics of a few epochs are bounded by
    /// outliers or by nothing.
    /// </remarks>
    public static Estimate Compute(IReadOnlyList<double[]> epochs, double errorRate)
    {
        double[] medians = [.. epochs.Where(epoch => epoch.Length > 0).Select(OrderStatistics.Median)];
        if (medians.Length < FewestEpochs)
            return OrderStatistics.Quantile(epochs, 0.5, errorRate);

        var ofRounds = OrderStatistics.Quantile(epochs, 0.5, (1 - ShareOfEpochs) * errorRate);
        var ofEpochs = EpochMean.Compute(medians, ShareOfEpochs * errorRate);
        return ofEpochs.Upper - ofEpochs.Lower < ofRounds.Upper - ofRounds.Lower
            ? ofRounds with { Lower = Math.Min(ofEpochs.Lower, ofRounds.Value), Upper = Math.Max(ofEpochs.Upper, ofRounds.Value) }
            : ofRounds;
    }
}
