using HttpPerf.Counting;
using HttpPerf.Server;

namespace HttpPerf.Hosting.Child;

// Counts in a server's process, through its agent; and the lines of its output here, where they cost the server nothing.
internal sealed class ChildCounters(ServerProcess server) : ICounterSource
{
    // Loggers write on threads of their own, after the response.
    private static readonly TimeSpan Silence = TimeSpan.FromMilliseconds(10);

    // A server that writes all the time is not waited for.
    private const int MostWaits = 10;

    private long _linesBefore;

    public async Task Start(CancellationToken cancellation)
    {
        _linesBefore = await CountLines(cancellation).ConfigureAwait(false);
        await server.RequestAsync(AgentCommands.Start, cancellation).ConfigureAwait(false);
    }

    public async Task<CounterReadings> Stop(CancellationToken cancellation)
    {
        var readings = (await server.RequestAsync(AgentCommands.Stop, cancellation).ConfigureAwait(false)).Readings
            ?? throw new HostException("The agent in the server sent no counts.");
        var lines = await CountLines(cancellation).ConfigureAwait(false) - _linesBefore;
        return readings with
        {
            Counted = [.. readings.Counted, CounterReading.Unmoved(CounterNames.ServerOutputLines) with { Total = lines }],
        };
    }

    private async Task<long> CountLines(CancellationToken cancellation)
    {
        for (var i = 0; i < MostWaits && server.Output.Silence < Silence; i++)
            await Task.Delay(Silence, cancellation).ConfigureAwait(false);
        return server.Output.Lines;
    }
}
