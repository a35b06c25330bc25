using System.Diagnostics;
using System.Diagnostics.Metrics;
using HttpPerf.Checking;
using HttpPerf.Counting;

namespace HttpPerf.Hosting.InProcess;

/// <summary>
/// Shows responses of an API in memory to listeners, as .NET's own handlers do with those that come through sockets, and counts the bytes
/// of their bodies, which no socket does. Costs nothing while nobody listens.
/// </summary>
internal sealed class ReportingHandler(HttpMessageHandler inner) : DelegatingHandler(inner)
{
    // ResponseListener knows these names.
    private static readonly DiagnosticListener Listener = new("HttpPerf.InMemory");
    private static readonly Counter<long> Received = new Meter("HttpPerf.InMemory").CreateCounter<long>(CounterNames.BodyBytesReceived);
    private const string ResponseReceived = "System.Net.Http.Response";

    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
        Listener.IsEnabled(ResponseReceived) || Received.Enabled
            ? SendAndReport(request, cancellationToken)
            : base.SendAsync(request, cancellationToken);

    private async Task<HttpResponseMessage> SendAndReport(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var response = await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
        if (Received.Enabled)
            ObservedBody.Replace(response, bytes => Received.Add(bytes));
        if (Listener.IsEnabled(ResponseReceived))
            Listener.Write(ResponseReceived, new { Response = response });
        return response;
    }
}
