using HttpPerf.Judging.Statistics;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>
/// That most calls of a case take the same time while hardly any processor works, as behind a delay or a rate limiter.
/// </summary>
/// <param name="Low">The lower quartile of its times, in nanoseconds.</param>
/// <param name="High">The upper quartile.</param>
/// <param name="Cpu">
/// The processor time of an operation, here and, as far as known, in the server, in nanoseconds: the median of its solo runs.
/// </param>
internal sealed record FixedWait(double Low, double High, double Cpu)
{
    /// <summary>In nanoseconds. Shorter times are not told from those of a network.</summary>
    private const double Shortest = 5e6;

    /// <summary>
    /// How much longer the upper quartile may be than the lower. On a busy machine timers fire late, and the wait for the next tick is
    /// shorter by as much: beside three busy loops quartiles of 0.1 s were 9 % apart. Networks and disks vary by factors.
    /// </summary>
    private const double WidestRange = 1.25;

    /// <summary>Beside three busy loops, 0.17 was seen of a server that had just started.</summary>
    private const double GreatestShareOfCpu = 0.25;

    /// <summary>As many as the shortest run has, with 4 epochs of 4. With fewer, quartiles say nothing.</summary>
    private const int MinRounds = 16;

    /// <returns>Null if times vary or something works; or if callers wait for each other.</returns>
    public static FixedWait? Find(CaseSamples samples)
    {
        if (samples.Load is not null)
            return null;
        double[] times = [.. samples.Times.SelectMany(rounds => rounds).Order()];
        var runs = samples.SoloRuns;
        if (times.Length < MinRounds || runs.Count == 0)
            return null;

        var (low, high) = (times[(int)(0.25 * times.Length)], times[(int)(0.75 * times.Length)]);
        // All threads of the process count: of solo runs of four calls that waited, single ones had 10 ms instead of 0.3 ms.
        var cpu = OrderStatistics.Median(
            [.. runs.Select(s => (s.CpuNanoseconds + (s.ServerCpuNanoseconds ?? 0)) / s.Gc.Operations)]);
        return low >= Shortest && high <= WidestRange * low && cpu <= GreatestShareOfCpu * low ? new FixedWait(low, high, cpu) : null;
    }
}
