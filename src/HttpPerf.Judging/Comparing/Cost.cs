using HttpPerf.Judging.Statistics;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>What a case costs beside its time and its bytes, from the stretches in which it ran alone.</summary>
internal static class Cost
{
    /// <summary>Per 1,000 operations.</summary>
    public static Estimate Collections(CaseSamples samples, Func<GcActivity, int> generation, double errorRate)
    {
        var (value, lower, upper) = EventRate.Compute(
            [.. samples.MeasuredStretches.Select(s => ((double)generation(s.Gc), s.Gc.Operations))], errorRate);
        return new(1000 * value, 1000 * lower, 1000 * upper);
    }

    /// <summary>In nanoseconds per operation.</summary>
    public static Estimate GcPause(CaseSamples samples, double errorRate) =>
        EpochMean.Compute([.. samples.MeasuredStretches.Select(s => s.Gc.PauseNanoseconds / s.Gc.Operations)], errorRate).AtLeastZero();

    /// <summary>In nanoseconds per operation.</summary>
    public static Estimate CpuTime(CaseSamples samples, double errorRate) =>
        EpochMean.Compute([.. samples.MeasuredStretches.Select(CpuPerOperation)], errorRate).AtLeastZero();

    /// <summary>In nanoseconds per operation; null if it can't be read.</summary>
    public static Estimate? ServerCpuTime(CaseSamples samples, double errorRate) =>
        samples.MeasuredStretches.Any(s => s.ServerCpuNanoseconds is null)
            ? null
            : EpochMean.Compute([.. samples.MeasuredStretches.Select(s => s.ServerCpuNanoseconds!.Value / s.Gc.Operations)], errorRate)
                .AtLeastZero();

    /// <summary>The mean of the epochs' ratios, as logarithms, so that a ratio and its inverse are equally far from 1.</summary>
    public static Estimate CpuRatio(CaseSamples samples, CaseSamples baseline, double errorRate)
    {
        double[] logarithms =
        [
            .. samples.Stretches.Zip(baseline.Stretches)
                .Where(pair => pair.First.Gc.Operations > 0 && pair.Second.Gc.Operations > 0)
                .Select(pair => LogTime.Of(CpuPerOperation(pair.First)) - LogTime.Of(CpuPerOperation(pair.Second))),
        ];
        return EpochMean.Compute(logarithms, errorRate).Exponentiate();
    }

    private static double CpuPerOperation(StretchSamples stretch) => stretch.CpuNanoseconds / stretch.Gc.Operations;
}
