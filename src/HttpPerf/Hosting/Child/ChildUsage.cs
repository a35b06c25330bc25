using HttpPerf.Counting;
using HttpPerf.Server;

namespace HttpPerf.Hosting.Child;

// Reads the usage of a server's process, through its agent.
internal sealed class ChildUsage(ServerProcess server) : IUsageSource
{
    public UnreadUsage? Unread => null;

    public async Task<ProcessUsage> Read(CancellationToken cancellation) =>
        (await server.RequestAsync(AgentCommands.ReadUsage, cancellation).ConfigureAwait(false)).Usage
            ?? throw new HostException("The agent in the server sent nothing about its process.");

    public async Task<LiveState> Collect(CancellationToken cancellation) =>
        (await server.RequestAsync(AgentCommands.Collect, cancellation).ConfigureAwait(false)).Live
            ?? throw new HostException("The agent in the server sent nothing about retained objects.");
}
