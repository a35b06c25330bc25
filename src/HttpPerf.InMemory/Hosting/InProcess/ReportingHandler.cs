using System.Diagnostics;

namespace HttpPerf.Hosting.InProcess;

/// <summary>
/// Shows responses of an API in memory to listeners, as .NET's own handlers do with those that come through sockets. Costs nothing while
/// nobody listens.
/// </summary>
internal sealed class ReportingHandler(HttpMessageHandler inner) : DelegatingHandler(inner)
{
    // ResponseListener knows these names.
    private static readonly DiagnosticListener Listener = new("HttpPerf.InMemory");
    private const string ResponseReceived = "System.Net.Http.Response";

    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
        Listener.IsEnabled(ResponseReceived) ? SendAndReport(request, cancellationToken) : base.SendAsync(request, cancellationToken);

    private async Task<HttpResponseMessage> SendAndReport(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var response = await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
        Listener.Write(ResponseReceived, new { Response = response });
        return response;
    }
}
