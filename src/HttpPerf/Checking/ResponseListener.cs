using System.Diagnostics;
using HttpPerf.Counting;

namespace HttpPerf.Checking;

/// <summary>Receives the responses of all HttpClients of this process before their callers do.</summary>
internal sealed class ResponseListener : IDisposable
{
    // Its successor, "System.Net.Http.HttpRequestOut.Stop", would add a header to every request.
    private const string ResponseReceived = "System.Net.Http.Response";

    // Clients of an API in memory write to the second one.
    private static readonly string[] Names = ["HttpHandlerDiagnosticListener", "HttpPerf.InMemory"];

    private readonly Action<HttpResponseMessage> _receive;
    private readonly IDisposable _listeners;
    private readonly List<IDisposable> _events = [];

    public ResponseListener(Action<HttpResponseMessage> receive)
    {
        _receive = receive;
        _listeners = DiagnosticListener.AllListeners.Subscribe(new Observer<DiagnosticListener>(Listen));
    }

    public void Dispose()
    {
        _listeners.Dispose();
        _events.ForEach(events => events.Dispose());
    }

    private void Listen(DiagnosticListener listener)
    {
        if (Names.Contains(listener.Name))
            _events.Add(
                listener.Subscribe(new Observer<KeyValuePair<string, object?>>(Receive), name => name == ResponseReceived));
    }

    private void Receive(KeyValuePair<string, object?> received)
    {
        var (name, payload) = received;
        if (name == ResponseReceived && payload?.GetType().GetProperty("Response")?.GetValue(payload) is HttpResponseMessage response)
            _receive(response);
    }
}
