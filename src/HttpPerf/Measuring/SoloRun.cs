using HttpPerf.Checking;
using HttpPerf.Counting;
using HttpPerf.Model.Faults;
using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>
/// Runs a case alone for a while, and counts what interleaved rounds would charge to the wrong case: the collection of garbage that another
/// case left behind, and work that continues on other threads.
/// </summary>
internal static class SoloRun
{
    private const int MostAttempts = 4;

    /// <summary>The largest share of the processor time in which the compiler works that isn't worth another attempt.</summary>
    private const double MostCompiling = 0.01;

    private static readonly TimeSpan ShortestTime = TimeSpan.FromMilliseconds(15);

    /// <param name="built">The case.</param>
    /// <param name="effort">How many times as long as in a first pass of epochs.</param>
    /// <param name="clock">Ends the solo run.</param>
    /// <param name="server">Reads the server's processor time; null if it can't be read.</param>
    /// <param name="cancellation">Stops waiting for the server.</param>
    /// <exception cref="CaseFailedException">The benchmark threw. Any other exception comes from the server.</exception>
    public static async Task<SoloRunSamples> Measure(
        BuiltCase built, double effort, TimeProvider clock, IUsageSource? server, CancellationToken cancellation)
    {
        // The compiler optimizes in the background whatever has become hot, and not only the case's code.
        var attempts = new List<(SoloRunSamples Samples, double Compiling)>();
        do
            attempts.Add(await MeasureOnce(built, effort, clock, server, cancellation));
        while (attempts[^1].Compiling > MostCompiling && attempts.Count < MostAttempts);
        return attempts.MinBy(attempt => attempt.Compiling).Samples;
    }

    private static async Task<(SoloRunSamples Samples, double Compiling)> MeasureOnce(
        BuiltCase built, double effort, TimeProvider clock, IUsageSource? server, CancellationToken cancellation)
    {
        // Garbage of other cases is collected and finalized now, and not during this case.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        var ofServer = server is null ? default : await server.Read(cancellation);
        var (gen0, gen1, gen2) = Collections();
        var (pause, usage) = (GC.GetTotalPauseDuration(), ProcessUsage.Read());
        var start = clock.GetTimestamp();
        var operations = await Run(built, effort, clock);
        var elapsed = clock.GetElapsedTime(start);
        usage = ProcessUsage.Read() - usage;
        pause = GC.GetTotalPauseDuration() - pause;
        var now = Collections();
        ofServer = server is null ? default : await server.Read(cancellation) - ofServer;
        var samples = new SoloRunSamples(
            new(operations, now.Gen0 - gen0, now.Gen1 - gen1, now.Gen2 - gen2, pause.TotalNanoseconds),
            usage.CpuTime.TotalNanoseconds,
            server is null ? null : ofServer.CpuTime.TotalNanoseconds,
            elapsed.TotalNanoseconds);
        return (samples, Math.Max(Compiling(usage), Compiling(ofServer)));
    }

    /// <summary>Runs blocks of the case.</summary>
    /// <returns>How many operations it ran.</returns>
    /// <exception cref="CaseFailedException">The benchmark threw.</exception>
    public static async Task<long> Run(BuiltCase built, double effort, TimeProvider clock)
    {
        var operations = 0L;
        var start = clock.GetTimestamp();
        await CaseFailedException.Wrap(built.Id, CasePart.Call, async () =>
        {
            for (var blocks = 0; blocks < built.Plan.MinBlocks * effort || clock.GetElapsedTime(start) < ShortestTime * effort; blocks++)
                operations += (await built.TimeBlock()).Operations;
        });
        return operations;
    }

    private static double Compiling(ProcessUsage usage) =>
        usage.CompilationTime > TimeSpan.Zero ? usage.CompilationTime / usage.CpuTime : 0;

    private static (int Gen0, int Gen1, int Gen2) Collections() => (GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2));
}
