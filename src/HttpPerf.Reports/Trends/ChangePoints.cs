namespace HttpPerf.Reports.Trends;

/// <summary>Finds where the level of a series changes.</summary>
/// <remarks>
/// <para>
/// The levels minimize the squared distances of all points from their level, in units of the noise, plus a penalty for each change. The
/// minimum is exact: optimal partitioning (B. Jackson et al., An algorithm for optimal partitioning of data on an interval, IEEE Signal
/// Processing Letters 12, 2005), which PELT speeds up for long series (R. Killick, P. Fearnhead and I. A. Eckley, Optimal detection of
/// changepoints with a linear computational cost, JASA 107, 2012). A few hundred results need no more speed.
/// </para>
/// <para>
/// The penalty of a change is that of the modified BIC, 3 ln n (N. R. Zhang and D. O. Siegmund, Biometrics 63, 2007). The noise comes from
/// the median absolute difference of neighbours, on which a few changes have no effect. Single outliers are replaced by the median of their
/// neighbourhood first (Hampel filter: L. Davies and U. Gather, JASA 88, 1993). So a change counts from its third point on.
/// </para>
/// </remarks>
internal static class ChangePoints
{
    /// <summary>The fewest points of a level.</summary>
    public const int ShortestLevel = 3;

    /// <summary>A point that is further from the median of its neighbourhood is an outlier, in units of the noise.</summary>
    private const double OutlierDistance = 5;

    /// <summary>How far the neighbourhood of a point reaches to each side. The median of five keeps a step of three points.</summary>
    private const int Neighbours = 2;

    /// <summary>
    /// Few differences often show less noise than there is. This widening, divided by the number of points, was chosen in simulations of
    /// pure noise; a test repeats them.
    /// </summary>
    private const double SmallSampleWidening = 6;

    /// <summary>In a series with noise.</summary>
    /// <returns>The indices of the points that begin a new level, in order.</returns>
    public static IReadOnlyList<int> Find(IReadOnlyList<double> values)
    {
        if (values.Count < 2 * ShortestLevel)
            return [];
        var noise = Noise(values);
        var cleaned = WithoutOutliers(values, noise);
        // Most neighbours are equal: there is no noise, and what is left of the differences are changes.
        return noise > 0 ? Partition(cleaned, noise) : FindExact(cleaned);
    }

    /// <summary>
    /// Whether about half of the neighbours are equal. What is exact in each process may still differ a little between processes, e.g. by
    /// a buffer that is rented or not.
    /// </summary>
    public static bool IsSteady(IReadOnlyList<double> values) =>
        2 * values.Skip(1).Zip(values).Count(pair => pair.First == pair.Second) >= values.Count - 2;

    /// <summary>In a series without noise, where each change counts.</summary>
    /// <returns>The indices of the points that begin a new level, in order.</returns>
    public static IReadOnlyList<int> FindExact(IReadOnlyList<double> values) =>
        [.. Enumerable.Range(0, values.Count).Skip(1).Where(i => values[i] != values[i - 1])];

    /// <param name="values">At least one.</param>
    public static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        var middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static double Noise(IReadOnlyList<double> values)
    {
        // 0.6745 is the median absolute deviation of the standard normal distribution. A difference has twice the variance. Its center is
        // taken to be 0, because half of an alternating series' differences equal their median.
        var differences = values.Skip(1).Zip(values, (next, value) => Math.Abs(next - value));
        return Median(differences) / 0.6745 / Math.Sqrt(2) * (1 + (SmallSampleWidening / values.Count));
    }

    private static double[] WithoutOutliers(IReadOnlyList<double> values, double noise) =>
    [
        .. values.Select((value, i) =>
        {
            // At an end, it is the five points there: two outliers would be the majority of fewer.
            const int Window = (2 * Neighbours) + 1;
            var usual = Median(values.Skip(Math.Clamp(i - Neighbours, 0, values.Count - Window)).Take(Window));
            return Math.Abs(value - usual) > OutlierDistance * noise ? usual : value;
        }),
    ];

    private static List<int> Partition(double[] values, double noise)
    {
        var penalty = 3 * Math.Log(values.Length);
        var (sums, squares) = (new double[values.Length + 1], new double[values.Length + 1]);
        for (var i = 0; i < values.Length; i++)
        {
            // Relative to the first point, so that little is lost where large numbers differ little.
            var scaled = (values[i] - values[0]) / noise;
            (sums[i + 1], squares[i + 1]) = (sums[i] + scaled, squares[i] + (scaled * scaled));
        }

        // The least cost of the first points, and where their last level begins.
        var (least, begins) = (new double[values.Length + 1], new int[values.Length + 1]);
        Array.Fill(least, double.PositiveInfinity);
        least[0] = -penalty;
        for (var end = ShortestLevel; end <= values.Length; end++)
            for (var begin = 0; begin <= end - ShortestLevel; begin++)
                if (least[begin] + Cost(begin, end) + penalty is var cost && cost < least[end])
                    (least[end], begins[end]) = (cost, begin);

        var changes = new List<int>();
        for (var begin = begins[values.Length]; begin > 0; begin = begins[begin])
            changes.Insert(0, begin);
        return changes;

        double Cost(int begin, int end)
        {
            var sum = sums[end] - sums[begin];
            return squares[end] - squares[begin] - (sum * sum / (end - begin));
        }
    }
}
