using System.Diagnostics;
using HttpPerf.Checking;
using HttpPerf.Counting;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// Counts what happens while a case runs, in blocks of their own: listening takes time and allocates, so neither is measured meanwhile.
/// </summary>
internal static class CountingPass
{
    private const int FewestBlocks = 4;

    private static readonly TimeSpan ShortestTime = TimeSpan.FromMilliseconds(15);

    /// <exception cref="CaseFailedException">The benchmark threw; anything else is what the source threw.</exception>
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
