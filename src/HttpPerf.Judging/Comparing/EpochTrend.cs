using HttpPerf.Judging.Statistics;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>
/// Whether the times of a group fall from epoch to epoch, because code is compiled or caches fill while it is measured. Falls like that are
/// fast at first, so the logarithm of each time is compared with the logarithm of the epoch's number, by least squares and Student's t
/// (N. R. Draper and H. Smith, Applied Regression Analysis, 3rd ed. 1998, section 1.4). A few slow epochs at the beginning could look the
/// same, so most pairs of epochs must have fallen, too (M. G. Kendall, Rank Correlation Methods, 4th ed. 1970).
/// </summary>
internal static class EpochTrend
{
    /// <summary>How many groups whose times only vary may be said to fall.</summary>
    private const double ErrorRate = 0.001;

    /// <summary>How many of them by what all cases have in common, such as a server; the others by a case alone.</summary>
    private const double CommonShare = 0.9;

    /// <summary>Which part of a time must be lost over all epochs; of less, both sides of a ratio lose the same.</summary>
    private const double SmallestFall = 0.1;

    /// <summary>Of fewer, too many orders fall in most pairs.</summary>
    private const int MinEpochs = 6;

    /// <summary>How many standard deviations more pairs must fall than rise.</summary>
    private const double MostPairs = 2.33;

    /// <summary>
    /// The faster calls of an epoch tell: they are slower while code is cold, and hardly when the machine has more to do besides.
    /// </summary>
    private const double Quantile = 0.25;

    /// <param name="samples">The times of both builds.</param>
    public static bool Falls(GroupSamples samples) => Falls(
    [
        .. samples.Cases.Concat(samples.Before).Select(
            c => c.Epochs.Select(e => e.Rounds is { Times: var times } ? QuickestOf(times) : double.NaN).ToArray()),
    ]);

    /// <param name="cases">The time of each case in each epoch; not a number in epochs in which it wasn't timed.</param>
    public static bool Falls(IReadOnlyList<double[]> cases)
    {
        if (cases.Count < 2)
            return cases.Count == 1 && Falls(cases[0], ErrorRate);

        var mean = Enumerable.Range(0, cases.Min(times => times.Length))
            .Select(i => Math.Exp(cases.Average(times => Math.Log(times[i]))));
        return Falls([.. mean], ErrorRate * CommonShare)
            || cases.Any(times => Falls(times, ErrorRate * (1 - CommonShare) / cases.Count));
    }

    private static bool Falls(double[] times, double errorRate)
    {
        (double X, double Y)[] points =
            [.. times.Index().Where(t => double.IsFinite(t.Item)).Select(t => (Math.Log(t.Index + 1), Math.Log(t.Item)))];
        if (points.Length < MinEpochs)
            return false;

        var (x, y) = (points.Average(p => p.X), points.Average(p => p.Y));
        var (xx, xy) = (points.Sum(p => (p.X - x) * (p.X - x)), points.Sum(p => (p.X - x) * (p.Y - y)));
        var slope = xy / xx;
        var squares = points.Sum(p => Math.Pow(p.Y - y - (slope * (p.X - x)), 2));
        var reach = Student.Quantile(1 - errorRate, points.Length - 2) * Math.Sqrt(squares / (points.Length - 2) / xx);
        return slope + reach < 0
            && slope * (points[^1].X - points[0].X) < Math.Log(1 - SmallestFall)
            && FallsInMostPairs([.. points.Select(p => p.Y)]);
    }

    private static bool FallsInMostPairs(double[] values)
    {
        var n = values.Length;
        var falls = values.Index().Sum(early => values[(early.Index + 1)..].Sum(late => Math.Sign(early.Item - late)));
        return falls - 1 > MostPairs * Math.Sqrt(n * (n - 1) * ((2 * n) + 5) / 18.0);
    }

    private static double QuickestOf(double[] times) => Selection.At([.. times], (int)(Quantile * times.Length));
}
