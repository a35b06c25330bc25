using HttpPerf.Judging.Statistics;

namespace HttpPerf.Judging.Comparing;

/// <summary>That a case allocates more and more from call to call, as it does where its data grows.</summary>
/// <param name="First">Bytes per operation at the beginning.</param>
/// <param name="Last">Bytes per operation at the end.</param>
/// <param name="InEveryEpoch">Whether every epoch begins anew, because the case resets its data.</param>
internal sealed record GrowingBytes(double First, double Last, bool InEveryEpoch)
{
    /// <summary>Less growth than this is left to the intervals.</summary>
    private const double Smallest = 1.1;

    /// <summary>In standard deviations: by chance, one case in 30,000 has such a trend.</summary>
    private const double Significance = 4;

    /// <summary>Which share of the windows is the beginning, and which the end.</summary>
    private const double EndShare = 0.25;

    /// <param name="epochs">Bytes per operation, in the order in which they were counted; an epoch may be empty.</param>
    /// <returns>Null if there is no such trend, or too few windows to tell.</returns>
    /// <remarks>
    /// The trend over all epochs is tested as by H. B. Mann, Econometrica 13, 1945; that within epochs as by R. M. Hirsch, J. R. Slack and
    /// R. A. Smith, Water Resources Research 18, 1982, who add up the scores of seasons.
    /// </remarks>
    public static GrowingBytes? Find(IReadOnlyList<double[]> epochs)
    {
        double[] all = [.. epochs.SelectMany(windows => windows)];
        return Find([all], inEveryEpoch: false) ?? Find([.. epochs.Where(windows => windows.Length > 1)], inEveryEpoch: true);
    }

    private static GrowingBytes? Find(double[][] sequences, bool inEveryEpoch)
    {
        if (sequences.All(windows => windows.Length < 2))
            return null;

        var first = OrderStatistics.Median([.. sequences.Select(windows => OrderStatistics.Median(windows[..LengthOfEnd(windows)]))]);
        var last = OrderStatistics.Median([.. sequences.Select(windows => OrderStatistics.Median(windows[^LengthOfEnd(windows)..]))]);
        var deviation = Math.Sqrt(sequences.Sum(windows => VarianceOfScore(windows.Length)));
        return first > 0 && last >= Smallest * first && sequences.Sum(Score) >= Significance * deviation
            ? new GrowingBytes(first, last, inEveryEpoch)
            : null;
    }

    private static int LengthOfEnd(double[] windows) => Math.Max(1, (int)(EndShare * windows.Length));

    /// <summary>How many pairs of windows grow, less those that shrink.</summary>
    private static double Score(double[] windows)
    {
        var score = 0L;
        for (var i = 0; i < windows.Length; i++)
            for (var j = i + 1; j < windows.Length; j++)
                score += Math.Sign(windows[j] - windows[i]);
        return score;
    }

    private static double VarianceOfScore(double windows) => windows * (windows - 1) * ((2 * windows) + 5) / 18;
}
