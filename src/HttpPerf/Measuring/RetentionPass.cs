using HttpPerf.Checking;
using HttpPerf.Counting;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using HttpPerf.Model.Faults;

namespace HttpPerf.Measuring;

/// <summary>
/// Measures bytes that calls of a case leave behind: windows of calls between full collections, until it is decided whether they grow.
/// Nothing else runs meanwhile, and the memory for the notes here is allocated before the first window.
/// </summary>
internal static class RetentionPass
{
    private const int CallsPerWindow = 200;

    /// <param name="built">The case.</param>
    /// <param name="longest">How long it may take, unless the fewest windows take longer.</param>
    /// <param name="clock">Ends it.</param>
    /// <param name="server">Collects in the server; null if it can't.</param>
    /// <param name="cancellation">Stops waiting for the server.</param>
    /// <exception cref="CaseFailedException">The benchmark threw. Any other exception comes from the server.</exception>
    public static async Task<RetainedSamples> Measure(
        BuiltCase built, TimeSpan longest, TimeProvider clock, IUsageSource? server, CancellationToken cancellation)
    {
        var tests = new LiveState[Retention.MostWindows + 1];
        var ofServer = server is null ? null : new LiveState[tests.Length];
        var start = clock.GetTimestamp();
        var blocks = await RunFirst(built, longest / tests.Length, clock);
        var windows = -1;
        do
        {
            if (windows >= 0)
                await Run(built, blocks);
            windows++;
            var collecting = server?.Collect(cancellation);
            tests[windows] = LiveState.Collect();
            if (collecting is not null)
                ofServer![windows] = await collecting;
        }
        while (!IsEnough());
        return Samples();

        bool IsEnough() => windows >= (clock.GetElapsedTime(start) < longest ? Retention.EnoughWindows : Retention.MinWindows)
            && (clock.GetElapsedTime(start) >= longest || Retentions.AreDecided(Samples()));

        RetainedSamples Samples() => new(
            blocks * built.OperationsPerBlock, tests[..(windows + 1)], ofServer?[..(windows + 1)]);
    }

    /// <summary>Runs a window that doesn't count, and finds out how many blocks make one.</summary>
    /// <param name="built">The case.</param>
    /// <param name="longest">How long a window may be, unless the fewest blocks are longer.</param>
    /// <param name="clock">Measures it.</param>
    private static async Task<int> RunFirst(BuiltCase built, TimeSpan longest, TimeProvider clock)
    {
        var start = clock.GetTimestamp();
        var blocks = 0;
        do
        {
            await Run(built, 1);
            blocks++;
        }
        while (blocks < built.Plan.MinBlocks
            || (blocks * built.CallsPerBlock < CallsPerWindow && clock.GetElapsedTime(start) < longest));
        return blocks;
    }

    private static async Task Run(BuiltCase built, int blocks)
    {
        for (var block = 0; block < blocks; block++)
        {
            if (built.Workload.BeforeIteration is { } setUp)
                await CaseFailedException.Wrap(built.Id, CasePart.Call, setUp);
            await CaseFailedException.Wrap(built.Id, CasePart.Call, built.RunBlock);
            if (built.Workload.AfterIteration is { } cleanUp)
                await CaseFailedException.Wrap(built.Id, CasePart.Call, cleanUp);
        }
    }
}
