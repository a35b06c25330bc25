namespace HttpPerf.Comparing;

/// <summary>
/// A figure as several processes measured it. What the compiler made of the code, and where its memory lies, stay the same for as long as a
/// process lives, so more samples of one process can't show what another would measure.
/// </summary>
internal static class AcrossProcesses
{
    /// <summary>Fewer say nothing of how processes differ.</summary>
    public const int FewestProcesses = 3;

    /// <param name="values">One for each process, above zero; two or more.</param>
    /// <param name="errorRate">Above 0 and below 0.5: how often the true value may be below the interval, and how often above it.</param>
    /// <returns>
    /// The geometric mean, and Student's interval for it (W. S. Gosset, Biometrika 6, 1908), of logarithms, so that a ratio and its inverse
    /// are equally far from equality.
    /// </returns>
    public static Estimate Mean(IReadOnlyList<double> values, double errorRate)
    {
        var logarithms = values.Select(value => Math.Log(value)).ToArray();
        var mean = logarithms.Average();
        var reach = EpochMean.Reach(logarithms, 2 * errorRate);
        return new Estimate(mean, mean - reach, mean + reach).Exponentiate();
    }
}
