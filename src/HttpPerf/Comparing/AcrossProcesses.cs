namespace HttpPerf.Comparing;

/// <summary>
/// A figure as several processes measured it. What the compiler made of the code, and where its memory lies, stay the same for as long as a
/// process lives, so more samples of one process can't show what another would measure.
/// </summary>
internal static class AcrossProcesses
{
    /// <summary>Fewer say nothing of how processes differ.</summary>
    public const int FewestProcesses = 3;

    /// <summary>
    /// How much processes differ in the ratio of two builds of the same method, one process having both. In nine comparisons of
    /// bench/GateQuality, each by three processes, otherwise idle and beside two busy loops, the standard deviation was 1.6 % (pooled). It
    /// is weighted like four further processes.
    /// </summary>
    public static EpochMean.Spread OfBuilds { get; } = new(0.016, 4);

    /// <param name="values">One for each process, above zero; two or more.</param>
    /// <param name="errorRate">Above 0 and below 0.5: how often the true value may be below the interval, and how often above it.</param>
    /// <param name="known">What is known of how much processes differ; by default nothing.</param>
    /// <returns>
    /// The geometric mean, and Student's interval for it (W. S. Gosset, Biometrika 6, 1908), of logarithms, so that a ratio and its inverse
    /// are equally far from equality. What is known is weighted with what was measured (moderated t: G. K. Smyth, Statistical Applications
    /// in Genetics and Molecular Biology 3, 2004).
    /// </returns>
    public static Estimate Mean(IReadOnlyList<double> values, double errorRate, EpochMean.Spread known = default)
    {
        var logarithms = values.Select(value => Math.Log(value)).ToArray();
        var mean = logarithms.Average();
        var reach = EpochMean.Reach(logarithms, 2 * errorRate, known);
        return new Estimate(mean, mean - reach, mean + reach).Exponentiate();
    }
}
