using HttpPerf.Judging.Statistics;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>The costs of a case beside its time and its bytes, from its solo runs.</summary>
internal static class Cost
{
    /// <summary>Per 1,000 operations.</summary>
    public static Estimate Collections(CaseSamples samples, Func<GcActivity, int> generation, double errorRate)
    {
        var (value, lower, upper) = EventRate.Compute(
            [.. samples.SoloRuns.Select(s => ((double)generation(s.Gc), s.Gc.Operations))], errorRate);
        return new(1000 * value, 1000 * lower, 1000 * upper);
    }

    /// <summary>In nanoseconds per operation.</summary>
    public static Estimate GcPause(CaseSamples samples, double errorRate) =>
        EpochMean.Compute([.. samples.SoloRuns.Select(s => s.Gc.PauseNanoseconds / s.Gc.Operations)], errorRate).AtLeastZero();

    /// <summary>In nanoseconds per operation.</summary>
    public static Estimate CpuTime(CaseSamples samples, double errorRate) =>
        EpochMean.Compute([.. samples.SoloRuns.Select(CpuPerOperation)], errorRate).AtLeastZero();

    /// <summary>In nanoseconds per operation; null if it can't be read.</summary>
    public static Estimate? ServerCpuTime(CaseSamples samples, double errorRate) =>
        samples.SoloRuns.Any(s => s.ServerCpuNanoseconds is null)
            ? null
            : EpochMean.Compute([.. samples.SoloRuns.Select(s => s.ServerCpuNanoseconds!.Value / s.Gc.Operations)], errorRate)
                .AtLeastZero();

    /// <summary>The mean of the epochs' ratios, as logarithms, so that a ratio and its inverse are equally far from 1.</summary>
    public static Estimate CpuRatio(CaseSamples samples, CaseSamples baseline, double errorRate)
    {
        double[] logarithms =
        [
            .. from epochs in samples.Epochs.Zip(baseline.Epochs)
               let own = epochs.First.SoloRun
               let other = epochs.Second.SoloRun
               where own is not null && other is not null
               select LogTime.Of(CpuPerOperation(own.Value)) - LogTime.Of(CpuPerOperation(other.Value)),
        ];
        return EpochMean.Compute(logarithms, errorRate).Exponentiate();
    }

    private static double CpuPerOperation(SoloRunSamples run) => run.CpuNanoseconds / run.Gc.Operations;
}
