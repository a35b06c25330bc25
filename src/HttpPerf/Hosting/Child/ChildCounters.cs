using HttpPerf.Counting;
using HttpPerf.Server;

namespace HttpPerf.Hosting.Child;

// Counts in a server's process, through its agent.
internal sealed class ChildCounters(ServerProcess server) : ICounterSource
{
    public Task Start(CancellationToken cancellation) => server.RequestAsync(AgentCommands.Start, cancellation);

    public async Task<CounterReadings> Stop(CancellationToken cancellation) =>
        (await server.RequestAsync(AgentCommands.Stop, cancellation).ConfigureAwait(false)).Readings
            ?? throw new HostException("The agent in the server did not send what it counted.");
}
