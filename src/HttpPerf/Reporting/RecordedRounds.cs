using HttpPerf.Model;
using HttpPerf.Results;

namespace HttpPerf.Reporting;

/// <summary>The rounds of a case in <c>results.json</c>.</summary>
internal static class RecordedRounds
{
    private const int Bins = 48;

    /// <summary>Few rounds that a busy machine has made many times longer must not hide where the others lie.</summary>
    private const double Beyond = 0.025;

    /// <param name="samples">The case.</param>
    /// <param name="baseline">Its baseline; null if it has none, or is the baseline.</param>
    /// <returns>Null if the case was not timed.</returns>
    public static RoundsResults? Record(CaseSamples samples, CaseSamples? baseline)
    {
        var isPaired = baseline is not null && !samples.MeasuredAlone;
        double[][] epochs = isPaired ? LogarithmsOfRatios(samples, baseline!) : [.. samples.Times.Select(Logarithms)];
        double[] all = [.. epochs.SelectMany(epoch => epoch).Order()];
        if (all.Length == 0)
            return null;
        var (lower, upper) = (At(all, Beyond), At(all, 1 - Beyond));
        return new(
            (isPaired ? Metric.TimeRatio : Metric.MedianTime).Name,
            Math.Exp(lower),
            Math.Exp(upper),
            [.. epochs.Select(epoch => Count(epoch, lower, upper))]);
    }

    /// <param name="samples">The case.</param>
    /// <param name="before">The same case of the earlier build; null if it was compared with none.</param>
    public static SamplesResults RecordAll(CaseSamples samples, CaseSamples? before) =>
        new(ByEpoch(samples, epoch => epoch.Rounds?.Times), ByEpoch(samples, epoch => epoch.Windows))
        {
            BeforeNanoseconds = before is null ? null : ByEpoch(before, epoch => epoch.Rounds?.Times),
        };

    /// <summary>Up to the last epoch that has any, and empty for others without.</summary>
    private static double[][] ByEpoch(CaseSamples samples, Func<EpochSamples, double[]?> select) =>
        [.. samples.Epochs.Select(select).Reverse().SkipWhile(values => values is null).Reverse().Select(values => values ?? [])];

    private static double[][] LogarithmsOfRatios(CaseSamples samples, CaseSamples baseline)
    {
        var (own, others) = samples.Shared(baseline);
        return [.. own.Times.Zip(others.Times, (times, of) => Logarithms(times.Zip(of, (time, other) => time / other)))];
    }

    /// <summary>A time of 0 is shorter than the clock can tell, and has no logarithm.</summary>
    private static double[] Logarithms(IEnumerable<double> values) =>
        [.. values.Where(value => value > 0 && double.IsFinite(value)).Select(value => Math.Log(value))];

    private static double At(double[] sorted, double share) => sorted[(int)Math.Round(share * (sorted.Length - 1))];

    private static int[] Count(double[] logarithms, double lower, double upper)
    {
        var counts = new int[Bins];
        foreach (var value in logarithms)
            counts[upper > lower ? Math.Clamp((int)((value - lower) / (upper - lower) * Bins), 0, Bins - 1) : 0]++;
        return counts;
    }
}
