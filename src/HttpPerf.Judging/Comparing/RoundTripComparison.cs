using HttpPerf.Judging.Statistics;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>
/// How many round trips a case waits for one after another: its time grows by so many times the latency. Computed from the difference of
/// the calls with latency and with twice as much, relative to the difference of the delays that they really had: what waiting itself costs,
/// e.g. waking up an idle processor, is in both.
/// </summary>
/// <param name="RoundTrips">Per operation.</param>
/// <param name="IsExact">Whether it is an integer number for each call, surely.</param>
/// <param name="Samples">The samples.</param>
internal sealed record RoundTripComparison(Estimate RoundTrips, bool IsExact, RoundTripSamples Samples)
{
    /// <summary>
    /// How often the interval of a look may miss the true value. The true value is then still within half a round trip of most intervals.
    /// </summary>
    private const double ErrorRate = 0.004;

    /// <summary>Round trips are integers unless parts of them overlap. A value closer than this to one may be it,</summary>
    private const double Near = 0.2;

    /// <summary>
    /// and as much more as waiting may cost beside the latency, for each round trip: the longer a processor slept, the longer it takes to
    /// wake up. Calls of 9 to 12 round trips measured 2 to 3 % more on an idle machine.
    /// </summary>
    private const double CostOfWaiting = 0.04;

    /// <summary>The number of rounds below which there is no interval.</summary>
    public const int MinRounds = 12;

    /// <param name="samples">With at least one round.</param>
    public static RoundTripComparison Of(RoundTripSamples samples)
    {
        var perCall = Estimates(samples.Rounds).MinBy(estimate => estimate.Upper - estimate.Lower);
        var integer = Math.Floor(perCall.Value + Near);
        var isExact = IsExactly(integer, perCall);
        var (value, lower, upper) = isExact ? Estimate.Exact(integer) : perCall;
        double operations = samples.OperationsPerCall;
        return new(
            new(Math.Max(0, value) / operations, Math.Max(0, lower) / operations, Math.Max(0, upper) / operations), isExact, samples);
    }

    /// <summary>Whether it can't be the next lower integer, of which waiting costs more, nor anything between.</summary>
    private static bool IsExactly(double integer, Estimate perCall) =>
        integer >= 0
        && perCall.Value <= Highest(integer) && perCall.Value > Highest(integer - 1)
        && perCall.Lower > integer - 0.5 && perCall.Upper < Math.Min(Highest(integer) + 0.3, integer + 1);

    private static double Highest(double integer) => integer + Near + (CostOfWaiting * integer);

    /// <summary>
    /// By pairs of calls in each round; and by pairs of the shortest calls in every 2, 4 … rounds: a busy machine makes calls longer, never
    /// shorter, so that these were disturbed least.
    /// </summary>
    private static IEnumerable<Estimate> Estimates(IReadOnlyList<LatencyRound> rounds)
    {
        for (var together = 1; together == 1 || rounds.Count / together >= MinRounds; together *= 2)
            yield return OrderStatistics.Quantile(
                [[.. rounds.Chunk(together).Where(chunk => chunk.Length == together).Select(GrowthPerLatency)]], 0.5, ErrorRate);
    }

    private static double GrowthPerLatency(LatencyRound[] rounds)
    {
        var (once, twice) = (rounds.Select(r => r.Once).MinBy(call => call.Time), rounds.Select(r => r.Twice).MinBy(call => call.Time));
        return (twice.Time - once.Time) / (twice.Latency - once.Latency);
    }

    /// <summary>
    /// By how many round trips a case waits for more than in an earlier build. Where they aren't both integers, only half a round trip and
    /// more counts.
    /// </summary>
    /// <param name="before">Of the earlier build.</param>
    public Estimate Since(RoundTripComparison before)
    {
        var growth = RoundTrips.Minus(before.RoundTrips);
        return IsExact && before.IsExact ? growth : growth with { Lower = growth.Lower - 0.5, Upper = growth.Upper + 0.5 };
    }
}
