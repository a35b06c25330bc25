using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using System.Globalization;
using HttpPerf.Counting;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Checking;

/// <summary>
/// Observes calls through the events that the runtime raises for requests and tasks. The events are raised in the asynchronous flow of the
/// call, however deep, so work of other calls is not attributed to it. Observing takes time and allocates, so nothing is measured at the
/// same time.
/// </summary>
internal sealed class CallObserver : EventListener
{
    private const EventKeywords AsyncCausality = (EventKeywords)0x8;

    private readonly AsyncLocal<ObservedCall?> _current = new();

    // Events contain only the text of a failure.
    private static readonly string[] Cancellations = [new TaskCanceledException().Message, new OperationCanceledException().Message];

    private readonly ConcurrentDictionary<int, ObservedCall> _tasks = [];
    private readonly MeterListener _answers = new();
    private readonly ResponseListener? _responses;
    private readonly TimeSpan _hold;

    /// <param name="hold">
    /// How long the end of a request is held back to let its call return first. On a busy machine, a call that doesn't await its request
    /// may return only after the response has arrived, and would look as if it had awaited it.
    /// </param>
    /// <param name="bodies">
    /// Whether to observe if bodies of responses are read. A response that is kept for later calls then stays slower than it is.
    /// </param>
    public CallObserver(TimeSpan hold, bool bodies = false)
    {
        _hold = hold;
        _responses = bodies ? new ResponseListener(response => _current.Value?.Receive(response)) : null;
        _answers.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument is { Meter.Name: "System.Net.Http", Name: "http.client.request.duration" })
                listener.EnableMeasurementEvents(instrument);
        };
        _answers.SetMeasurementEventCallback<double>((_, _, tags, _) => Answer(tags));
        _answers.Start();
    }

    /// <summary>Receives the host of each request, as the request names it, on any thread.</summary>
    public Action<string, int>? OnRequestStarted { get; init; }

    /// <summary>Makes the call and returns the observations. Requests that are still running stay under observation.</summary>
    public async Task<ObservedCall> Observe(Func<Task> invoke)
    {
        var call = new ObservedCall(_hold);
        // Applies only to this call: an asynchronous method's caller keeps its own context.
        _current.Value = call;
        await call.Run(invoke);
        return call;
    }

    public override void Dispose()
    {
        _answers.Dispose();
        _responses?.Dispose();
        base.Dispose();
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "System.Net.Http")
            EnableEvents(eventSource, EventLevel.Informational);
        else if (eventSource.Name == "System.Threading.Tasks.TplEventSource")
            EnableEvents(eventSource, EventLevel.Informational, AsyncCausality | TaskWait.Keywords);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        var payload = eventData.Payload!;
        // The end of a task is reported outside its flow.
        if (eventData.EventName == "TraceOperationEnd" && _tasks.TryRemove((int)payload[0]!, out var ended))
            ended.StopTask((int)payload[0]!);
        if (_current.Value is not { } call)
            return;

        switch (eventData.EventName)
        {
            case "TraceOperationBegin":
                _tasks[(int)payload[0]!] = call;
                call.StartTask((int)payload[0]!, (string)payload[1]!);
                break;
            case TaskWait.Begin when TaskWait.Blocks(eventData):
                call.CountBlocked();
                break;
            case "RequestStart":
                var (host, port) = ((string)payload[1]!, (int)payload[2]!);
                OnRequestStarted?.Invoke(host, port);
                call.StartRequest(
                    (string)payload[0]!,
                    host,
                    port,
                    (string)payload[3]!,
                    new Version((byte)payload[4]!, (byte)payload[5]!));
                break;
            case "RequestFailed":
                call.FailRequest(Quotation.Line((string)payload[0]!), Cancellations.Contains((string)payload[0]!));
                break;
            case "RequestStop":
                call.HoldRequest();
                call.StopRequest((int)payload[0]!);
                break;
        }
    }

    private void Answer(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        if (_current.Value is not { } call)
            return;

        var values = new Dictionary<string, object?>();
        foreach (var (name, value) in tags)
            values[name] = value;
        call.CountSent(values.GetValueOrDefault("http.response.status_code") as int?);
        if (values.TryGetValue("network.protocol.version", out var protocol)
            && values.TryGetValue("server.address", out var host)
            && values.TryGetValue("server.port", out var port))
            call.Answer((string)host!, (int)port!, VersionOf((string)protocol!));
    }

    // "1.1", "2"
    private static Version VersionOf(string protocol) =>
        protocol.Contains('.', StringComparison.Ordinal)
            ? Version.Parse(protocol)
            : new Version(int.Parse(protocol, CultureInfo.InvariantCulture), 0);
}
