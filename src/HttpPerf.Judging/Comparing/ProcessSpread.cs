using HttpPerf.Judging.Statistics;

namespace HttpPerf.Judging.Comparing;

/// <summary>
/// The known spread of processes. The compiler's decisions and the layout of memory stay the same for as long as
/// a process lives, so more samples of one process can't show what another would measure.
/// </summary>
internal static class ProcessSpread
{
    /// <summary>Fewer say nothing of how processes differ.</summary>
    public const int MinProcesses = 3;

    /// <summary>
    /// The weight of this knowledge, in processes: three that happen to agree don't show that others would.
    /// </summary>
    private const int Weight = 4;

    /// <summary>
    /// How much processes differ in the ratio of two methods: in 130 processes that compared three methods with a fourth it was 0.9 %, 0.2
    /// to 2.2 % for each method and run (bench/GateQuality).
    /// </summary>
    private const double OfMethods = 0.009;

    /// <summary>
    /// The deviation between two builds of a method in one process: in nine comparisons, each by three processes (pooled;
    /// bench/GateQuality). Whatever fails has to be as sure as that.
    /// </summary>
    /// <remarks>
    /// Where processes differ by 1.6, 2.2 or 3 %, a limit at the true ratio is called broken by three to five of them in 0.2, 0.7 or 1.9 %
    /// (simulated).
    /// </remarks>
    private const double OfBuilds = 0.016;

    /// <summary>
    /// How much they differ in the time of a call, in nanoseconds: the standard deviation in 33 comparisons of two builds of a method that
    /// returns a constant (Differing and Unreliable in tests/SampleTests). It took 2.7 to 3.8 ns, in one of the builds often 0.8 ns longer
    /// than in the other.
    /// </summary>
    private const double OfCalls = 0.57;

    /// <summary>
    /// Two processes that compile the same code differently hardly differ by as much: one of them runs other code, e.g. because a fixture
    /// of the test framework has set something up.
    /// </summary>
    private const double Contradiction = 1.5;

    /// <summary>How much a ratio that passes may differ in other processes.</summary>
    /// <param name="nanoseconds">The shorter of its two times; null for other figures than ratios, whose spread is unknown.</param>
    public static RatioModel.Spread KnownToPass(double? nanoseconds) => Known(OfMethods, nanoseconds);

    /// <summary>How much a ratio that fails may differ in other processes.</summary>
    /// <param name="nanoseconds">As for <see cref="KnownToPass"/>.</param>
    public static RatioModel.Spread KnownToFail(double? nanoseconds) => Known(OfBuilds, nanoseconds);

    /// <summary>Whether the test process contradicts the fresh ones, which agree with each other.</summary>
    /// <param name="values">The value in each process, the test process first.</param>
    public static bool Contradict(IReadOnlyList<double> values)
    {
        if (values.Count < 2)
            return false;
        var others = values.Skip(1).ToList();
        var apart = Math.Abs(Math.Log(values[0]) - others.Average(value => Math.Log(value)));
        return apart >= Math.Log(Contradiction) && Math.Log(others.Max() / others.Min()) <= apart / 2;
    }

    private static RatioModel.Spread Known(double deviation, double? nanoseconds) => nanoseconds is { } time
        ? new(Math.Max(deviation, OfCalls / Math.Max(OfCalls, time)), Weight)
        : default;
}
