using System.Diagnostics;

namespace HttpPerf.Latency;

/// <summary>Delays answers of a server in memory, where each request is a round trip.</summary>
internal sealed class DelayingHandler(VirtualNetwork network, HttpMessageHandler inner) : DelegatingHandler(inner)
{
    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var exchange = network.Journal.Begin($"{request.Method} {request.RequestUri?.AbsolutePath}", Stopwatch.GetTimestamp());
        var response = await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
        var (received, latency) = (Stopwatch.GetTimestamp(), network.Latency);
        if (latency > TimeSpan.Zero)
            // The thread sleeps precisely; a timer would be late by up to a millisecond and more.
            await Task.Factory.StartNew(
                () => RelayedConnection.Delay(received, latency),
                cancellationToken,
                TaskCreationOptions.LongRunning,
                TaskScheduler.Default).ConfigureAwait(false);
        network.Journal.AddDelay(received);
        exchange.End = Stopwatch.GetTimestamp();
        return response;
    }
}
