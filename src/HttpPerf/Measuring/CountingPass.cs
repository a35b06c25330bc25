using HttpPerf.Checking;
using HttpPerf.Counting;
using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>
/// Counts events in a separate solo run of a case: listening takes time and allocates, so neither is measured at the same time.
/// </summary>
internal static class CountingPass
{
    /// <param name="built">The case.</param>
    /// <param name="effort">How many times as long as in a first pass of epochs.</param>
    /// <param name="clock">Ends the solo run.</param>
    /// <param name="source">Counts.</param>
    /// <param name="cancellation">Stops waiting for the source.</param>
    /// <exception cref="CaseFailedException">The benchmark threw. Any other exception comes from the source.</exception>
    public static async Task<CounterSamples> Count(
        BuiltCase built, double effort, TimeProvider clock, ICounterSource source, CancellationToken cancellation)
    {
        var operations = 0L;
        CounterReadings readings;
        await source.Start(cancellation);
        try
        {
            operations = await SoloRun.Run(built, effort, clock);
        }
        finally
        {
            readings = await source.Stop(cancellation);
        }

        return new CounterSamples(operations, readings);
    }
}
