using System.Diagnostics;
using HttpPerf.Counting;
using HttpPerf.Model;

namespace HttpPerf.Checking;

/// <summary>Notes the requests that HttpClients make during a call. Thread-safe.</summary>
internal sealed class RequestListener : IDisposable
{
    // Their successor would add a header to every request.
    private const string Sent = "System.Net.Http.Request";
    private const string Answered = "System.Net.Http.Response";

    // Other code in this process may make requests too.
    private readonly AsyncLocal<bool> _isObserved = new();
    private readonly Lock _lock = new();
    private readonly Dictionary<Guid, (string Name, long Start)> _open = [];
    private readonly List<CallStep> _steps = [];
    private readonly HashSet<int> _ports = [];
    private long _start;
    private readonly List<IDisposable> _subscriptions = [];

    public RequestListener() =>
        _subscriptions.Add(DiagnosticListener.AllListeners.Subscribe(new Observer<DiagnosticListener>(Listen)));

    /// <summary>Makes the call.</summary>
    public async Task Observe(Func<Task> call)
    {
        _isObserved.Value = true;
        _start = Stopwatch.GetTimestamp();
        await call();
    }

    /// <summary>The requests that were answered, in milliseconds since the call began.</summary>
    public IReadOnlyList<CallStep> Steps
    {
        get
        {
            lock (_lock)
                return [.. _steps];
        }
    }

    /// <summary>The ports that requests were sent to.</summary>
    public IReadOnlyCollection<int> Ports
    {
        get
        {
            lock (_lock)
                return [.. _ports];
        }
    }

    /// <summary>Whether an answer came by HTTP/3, which doesn't use TCP.</summary>
    public bool HasHttp3 { get; private set; }

    public void Dispose() => _subscriptions.ForEach(subscription => subscription.Dispose());

    private void Listen(DiagnosticListener listener)
    {
        if (listener.Name == "HttpHandlerDiagnosticListener")
            _subscriptions.Add(
                listener.Subscribe(new Observer<KeyValuePair<string, object?>>(Note), name => name is Sent or Answered));
    }

    private void Note(KeyValuePair<string, object?> value)
    {
        if (!_isObserved.Value || Read(value.Value, "LoggingRequestId") is not Guid id)
            return;
        lock (_lock)
        {
            if (value.Key == Sent && Read(value.Value, "Request") is HttpRequestMessage { RequestUri: { } address } request)
            {
                _ports.Add(address.Port);
                _open[id] = ($"{request.Method} {address.AbsolutePath}", Stopwatch.GetTimestamp());
            }
            else if (value.Key == Answered && _open.Remove(id, out var open))
            {
                HasHttp3 |= Read(value.Value, "Response") is HttpResponseMessage { Version.Major: 3 };
                _steps.Add(new(open.Name, SinceStart(open.Start), SinceStart(Stopwatch.GetTimestamp())));
            }
        }
    }

    private static object? Read(object? payload, string property) => payload?.GetType().GetProperty(property)?.GetValue(payload);

    private double SinceStart(long timestamp) => Stopwatch.GetElapsedTime(_start, timestamp).TotalMilliseconds;
}
