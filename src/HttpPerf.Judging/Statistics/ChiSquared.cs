namespace HttpPerf.Judging.Statistics;

internal static class ChiSquared
{
    /// <summary>
    /// E. B. Wilson and M. M. Hilferty, PNAS 17, 1931; off by less than 2 % for the quartiles at 3 degrees of freedom and more.
    /// </summary>
    public static double Quantile(double probability, int degrees)
    {
        var spread = 2.0 / (9 * degrees);
        return degrees * Math.Pow(1 - spread + Normal.Quantile(probability) * Math.Sqrt(spread), 3);
    }
}
