using HttpPerf.Counting;

namespace HttpPerf.Hosting.Child;

// Counts in a server's process, by asking its hook.
internal sealed class ChildCounters(ServerProcess server) : ICounterSource
{
    public Task Start(CancellationToken cancellation) => server.AskAsync(HookedCounters.Start, cancellation);

    public async Task<CounterReadings> Stop(CancellationToken cancellation) =>
        CounterWords.Read(await server.AskAsync(HookedCounters.Stop, cancellation).ConfigureAwait(false));
}
