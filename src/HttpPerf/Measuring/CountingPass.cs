using System.Diagnostics;
using HttpPerf.Checking;
using HttpPerf.Counting;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// Counts events while a case runs, in separate blocks: listening takes time and allocates, so neither is measured at the same time.
/// </summary>
internal static class CountingPass
{
    private const int FewestBlocks = 4;

    private static readonly TimeSpan ShortestTime = TimeSpan.FromMilliseconds(15);

    /// <exception cref="CaseFailedException">The benchmark threw. Any other exception comes from the source.</exception>
    public static async Task<CounterSamples> Count(BuiltCase built, ICounterSource source, CancellationToken cancellation)
    {
        var operations = 0L;
        CounterReadings readings;
        await source.Start(cancellation);
        try
        {
            await CaseFailedException.Wrap(built.Id, "The benchmark", async () => operations = await Run(built));
        }
        finally
        {
            readings = await source.Stop(cancellation);
        }

        return new CounterSamples(operations, readings);
    }

    private static async Task<long> Run(BuiltCase built)
    {
        var operations = 0L;
        var start = Stopwatch.GetTimestamp();
        for (var blocks = 0; blocks < FewestBlocks || Stopwatch.GetElapsedTime(start) < ShortestTime; blocks++)
            operations += (await built.TimeBlock()).Gc.Operations;
        return operations;
    }
}
