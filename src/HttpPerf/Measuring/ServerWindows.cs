using HttpPerf.Checking;
using HttpPerf.Counting;
using HttpPerf.Model.Faults;

namespace HttpPerf.Measuring;

/// <summary>
/// Counts the server's bytes over windows, each of as many calls as a block. One reading ends a window and starts the next, because a
/// server finishes a request only after its response has arrived: what falls into the next window isn't lost.
/// </summary>
internal static class ServerWindows
{
    /// <param name="built">The case.</param>
    /// <param name="effort">How many times as long as in a first pass of epochs.</param>
    /// <param name="plan">How long that is.</param>
    /// <param name="clock">Ends the counting.</param>
    /// <param name="server">Reads the bytes.</param>
    /// <param name="cancellation">Stops waiting for the server.</param>
    /// <returns>Bytes per operation, one figure per window.</returns>
    /// <exception cref="CaseFailedException">The benchmark threw. Any other exception comes from the server.</exception>
    public static async Task<double[]> Count(
        BuiltCase built, double effort, WindowPlan plan, TimeProvider clock, IUsageSource server, CancellationToken cancellation)
    {
        var windows = new List<double>();
        var start = clock.GetTimestamp();
        var before = await server.Read(cancellation);
        while (windows.Count < built.Plan.MinBlocks * effort || !plan.IsComplete(windows.Count, clock.GetElapsedTime(start), effort))
        {
            if (built.Workload.BeforeIteration is { } setUp)
                await CaseFailedException.Wrap(built.Id, CasePart.Call, setUp);
            // Requests of the setup or of the last cleanup aren't the operation's.
            if (built.Workload.HasIterations)
                before = await server.Read(cancellation);

            await CaseFailedException.Wrap(built.Id, CasePart.Call, built.RunBlock);
            var after = await server.Read(cancellation);
            windows.Add((after.AllocatedBytes - before.AllocatedBytes) / (double)built.OperationsPerBlock);
            before = after;

            if (built.Workload.AfterIteration is { } cleanUp)
                await CaseFailedException.Wrap(built.Id, CasePart.Call, cleanUp);
        }

        return [.. windows];
    }
}
