using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>
/// The median of the rounds' ratios. Both of a pair were taken in the same moment, so what the machine did then cancels;
/// logarithms make the ratio and its inverse the same distance from 1.
/// </summary>
/// <param name="Ratio">The ratio and its interval.</param>
/// <param name="Rounds">How many rounds it rests on: all, or the quietest where others kept the machine busy.</param>
internal sealed record PairedRatio(Estimate Ratio, int Rounds)
{
    /// <summary>
    /// Beside two busy loops most operations wait for a processor at some time, and an eighth to a quarter of the pairs doesn't;
    /// their ratios lie close together.
    /// </summary>
    private static readonly double[] QuietShares = [0.5, 0.25, 0.125];

    private readonly record struct Pair(double Time, double Baseline)
    {
        public double Difference => Time - Baseline;

        public double Sum => Time + Baseline;
    }

    /// <param name="samples">The case.</param>
    /// <param name="baseline">Its baseline, with as many epochs and rounds.</param>
    /// <param name="errorRate">How often the interval may miss the truth.</param>
    /// <remarks>
    /// The sum of a pair says which rounds are quiet. Both sides have the same part in it: among pairs of equal sums either of two equal
    /// cases is as often the slower one, so the choice favours neither. Quiet rounds replace all rounds only where they give a narrower
    /// interval that doesn't contradict that of all rounds: what slows down most operations and not the fastest still shows in all rounds,
    /// unless their interval is too wide to show it. The error rate is split, one half for all rounds and the other for the quiet shares
    /// together, so that any of them may be chosen.
    /// </remarks>
    public static PairedRatio Compute(CaseSamples samples, CaseSamples baseline, double errorRate)
    {
        List<Pair[]> rounds = [.. samples.Epochs.Zip(baseline.Epochs, (times, baselines) => times.Zip(baselines, PairOf).ToArray())];
        var sums = rounds.SelectMany(epoch => epoch).Select(pair => pair.Sum).Order().ToArray();
        var all = MedianOf(rounds, errorRate / 2);
        return QuietShares
            .Select(share => MedianOf(Quietest(rounds, sums, share), errorRate / 2 / QuietShares.Length))
            .Where(quiet => quiet.Ratio.Upper >= all.Ratio.Lower && quiet.Ratio.Lower <= all.Ratio.Upper)
            .Prepend(all)
            .MinBy(median => Math.Log(median.Ratio.Upper) - Math.Log(median.Ratio.Lower))!;
    }

    private static List<Pair[]> Quietest(List<Pair[]> rounds, double[] sums, double share)
    {
        var loudest = sums[(int)Math.Ceiling(sums.Length * share) - 1];
        return rounds.ConvertAll(epoch => Array.FindAll(epoch, pair => pair.Sum <= loudest));
    }

    private static PairedRatio MedianOf(List<Pair[]> rounds, double errorRate)
    {
        var median = OrderStatistics.Quantile(
            [.. rounds.Select(epoch => Array.ConvertAll(epoch, pair => pair.Difference))], 0.5, errorRate);
        return new(
            new Estimate(Math.Exp(median.Value), Math.Exp(median.Lower), Math.Exp(median.Upper)),
            rounds.Sum(epoch => epoch.Length));
    }

    private static Pair PairOf(double time, double baseline) => new(LogTime.Of(time), LogTime.Of(baseline));
}
