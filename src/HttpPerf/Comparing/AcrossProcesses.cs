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
    /// How much processes differ in a ratio, one process having both sides of it. In nine comparisons of two builds of a method, each by
    /// three processes, the standard deviation was 1.6 % (pooled). In 130 processes that compared three methods with a fourth it was 0.9 %,
    /// 0.2 to 2.2 % for each method and run (all by bench/GateQuality). It is weighted like four further processes, because three that
    /// happen to agree don't show that others would.
    /// </summary>
    /// <remarks>
    /// Where processes differ by up to 2 %, a limit at the true ratio is called broken in about 1 % of verdicts or fewer. Where they differ
    /// by 3 %, it is in 3 %, and where they differ by 5 %, in 4 to 6 % (simulated).
    /// </remarks>
    public static EpochMean.Spread OfRatios { get; } = new(0.016, 4);

    /// <summary>How much well measured processes differ in the ratio of two methods.</summary>
    private const double OfMethods = 0.009;

    /// <summary>
    /// How much they differ in the time of a call, in nanoseconds: the standard deviation in 33 comparisons of two builds of a method that
    /// returns a constant (Differing and Unreliable in tests/SampleTests). It took 2.7 to 3.8 ns, in one of the builds often 0.8 ns longer
    /// than in the other.
    /// </summary>
    private const double OfCalls = 0.57;

    /// <summary>What is known of how much processes differ in a ratio.</summary>
    /// <param name="nanoseconds">The shorter of the two times; 0 or more.</param>
    public static EpochMean.Spread OfRatiosOfTimes(double nanoseconds) =>
        OfRatios with { Deviation = Math.Max(OfRatios.Deviation, OfShortTimes(nanoseconds)) };

    /// <summary>What is known of how much processes differ in a ratio that each of them measured only as surely as these did.</summary>
    /// <param name="processes">The ratio, as processes measured it.</param>
    /// <param name="nanoseconds">As for <see cref="OfRatiosOfTimes"/>.</param>
    /// <param name="errorRate">How often each of their intervals may miss its own process's ratio.</param>
    /// <returns>Nothing if one of them measured too little to bound its ratio.</returns>
    public static EpochMean.Spread OfRatiosMeasuredAs(IReadOnlyList<Estimate> processes, double nanoseconds, double errorRate)
    {
        if (!processes.All(ratio => ratio.IsBoundedRatio))
            return default;
        var own = processes.Average(ratio => Math.Pow(DeviationOf(ratio, errorRate), 2));
        var known = OfRatiosOfTimes(nanoseconds);
        return known with { Deviation = Math.Max(known.Deviation, Math.Sqrt((OfMethods * OfMethods) + own)) };
    }

    /// <summary>
    /// Two processes that compile the same code differently hardly differ by as much: one of them runs other code, e.g. because a fixture
    /// of the test framework has set something up.
    /// </summary>
    private const double Contradiction = 1.5;

    /// <summary>Whether the test process contradicts the fresh ones, which agree with each other.</summary>
    /// <param name="values">What each process measured, the test process first.</param>
    public static bool Contradict(IReadOnlyList<double> values)
    {
        if (values.Count < 2)
            return false;
        var others = values.Skip(1).ToList();
        var apart = Math.Abs(Math.Log(values[0]) - others.Average(value => Math.Log(value)));
        return apart >= Math.Log(Contradiction) && Math.Log(others.Max() / others.Min()) <= apart / 2;
    }

    /// <summary>What that is as the standard deviation of the logarithm of a time; 1 at most.</summary>
    private static double OfShortTimes(double nanoseconds) => OfCalls / Math.Max(OfCalls, nanoseconds);

    /// <summary>The standard deviation of the logarithm of a ratio that has bounds.</summary>
    private static double DeviationOf(Estimate ratio, double errorRate) =>
        ratio.LogWidth / 2 / Normal.Quantile(1 - (errorRate / 2));

    /// <summary>A ratio that a single process measured, widened by how much processes differ.</summary>
    /// <param name="measured">By the process.</param>
    /// <param name="known">By how much.</param>
    /// <param name="errorRate">As for <see cref="Mean"/>.</param>
    public static Estimate Widen(Estimate measured, EpochMean.Spread known, double errorRate)
    {
        var factor = Math.Exp(EpochMean.Reach([Math.Log(measured.Value)], 2 * errorRate, known));
        return measured with { Lower = measured.Lower / factor, Upper = measured.Upper * factor };
    }

    /// <summary>A ratio that one process measured, with the interval that it would have if the fewest processes agreed on it.</summary>
    /// <param name="measured">By the process.</param>
    /// <param name="known">How much processes differ.</param>
    /// <param name="errorRate">As for <see cref="Mean"/>.</param>
    public static Estimate Foresee(Estimate measured, EpochMean.Spread known, double errorRate)
    {
        var agreed = OfFewestThatAgree(measured.Value, errorRate, known);
        return measured with { Lower = Math.Min(measured.Lower, agreed.Lower), Upper = Math.Max(measured.Upper, agreed.Upper) };
    }

    /// <summary>
    /// The interval of a ratio on which the fewest processes agree, if each measures it only as surely as one has. How much processes
    /// differ is left out, but for that of the shortest times, which is much.
    /// </summary>
    /// <param name="ratio">What they agree on.</param>
    /// <param name="measured">By the one.</param>
    /// <param name="nanoseconds">As for <see cref="OfRatiosOfTimes"/>.</param>
    /// <param name="errorRate">Of that, and as for <see cref="Mean"/>.</param>
    /// <returns>No interval if what the one measured has no bounds, because then nothing is known of the others.</returns>
    public static Estimate AgreeOn(double ratio, Estimate measured, double nanoseconds, double errorRate) => OfFewestThatAgree(
        ratio,
        errorRate,
        measured.IsBoundedRatio
            ? OfRatios with { Deviation = Math.Max(OfShortTimes(nanoseconds), DeviationOf(measured, errorRate)) }
            : default);

    private static Estimate OfFewestThatAgree(double ratio, double errorRate, EpochMean.Spread known) =>
        Mean([.. Enumerable.Repeat(ratio, FewestProcesses)], errorRate, known);

    /// <param name="values">One for each process, above zero; two or more, unless something is known of how processes differ.</param>
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
