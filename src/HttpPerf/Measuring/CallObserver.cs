using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using System.Globalization;

namespace HttpPerf.Measuring;

/// <summary>
/// Observes calls by the events that the runtime raises about requests and tasks. They are raised in the flow of the call, however
/// deep it is, so that nothing is taken for a call's that others do at the same time. It costs time and bytes, so nothing is
/// measured while there is one.
/// </summary>
internal sealed class CallObserver : EventListener
{
    private const EventKeywords AsyncCausality = (EventKeywords)0x8;

    private static readonly AsyncLocal<ObservedCall?> Current = new();

    // Events tell a failure by its text alone.
    private static readonly string[] Cancellations = [new TaskCanceledException().Message, new OperationCanceledException().Message];

    private readonly ConcurrentDictionary<int, ObservedCall> _tasks = [];
    private readonly MeterListener _answers = new();

    /// <param name="hold">See <see cref="Hold"/>.</param>
    public CallObserver(TimeSpan hold)
    {
        Hold = hold;
        _answers.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument is { Meter.Name: "System.Net.Http", Name: "http.client.request.duration" })
                listener.EnableMeasurementEvents(instrument);
        };
        _answers.SetMeasurementEventCallback<double>((_, _, tags, _) => Answer(tags));
        _answers.Start();
    }

    /// <summary>
    /// How long the end of a request waits for its call to return. A busy machine may hold up a call that awaits nothing until its answer is there:
    /// it would seem to have awaited it.
    /// </summary>
    public TimeSpan Hold { get; }

    /// <summary>Calls, and tells what came of it; its requests may go on telling.</summary>
    public async Task<ObservedCall> Observe(Func<Task> invoke)
    {
        var call = new ObservedCall(this);
        // Only for what is called here: an asynchronous method's caller keeps its own context.
        Current.Value = call;
        await call.Run(invoke);
        return call;
    }

    public override void Dispose()
    {
        _answers.Dispose();
        base.Dispose();
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "System.Net.Http")
            EnableEvents(eventSource, EventLevel.Informational);
        else if (eventSource.Name == "System.Threading.Tasks.TplEventSource")
            EnableEvents(eventSource, EventLevel.Informational, AsyncCausality);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        var payload = eventData.Payload!;
        // A task's end is told outside its flow.
        if (eventData.EventName == "TraceOperationEnd" && _tasks.TryRemove((int)payload[0]!, out var ended))
            ended.StopTask((int)payload[0]!);
        if (Call is not { } call)
            return;

        switch (eventData.EventName)
        {
            case "TraceOperationBegin":
                _tasks[(int)payload[0]!] = call;
                call.StartTask((int)payload[0]!, (string)payload[1]!);
                break;
            case "RequestStart":
                call.StartRequest((string)payload[0]!, (string)payload[1]!, (int)payload[2]!, (string)payload[3]!, new Version((byte)payload[4]!, (byte)payload[5]!));
                break;
            case "RequestFailed":
                call.FailRequest((string)payload[0]!, Cancellations.Contains((string)payload[0]!));
                break;
            case "RequestStop":
                call.HoldRequest();
                call.StopRequest((int)payload[0]!);
                break;
        }
    }

    /// <summary>The call that is under way here, if it is this observer's: others may observe calls of theirs at the same time.</summary>
    private ObservedCall? Call => Current.Value is { } call && call.Observer == this ? call : null;

    private void Answer(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        if (Call is not { } call)
            return;

        var values = new Dictionary<string, object?>();
        foreach (var (name, value) in tags)
            values[name] = value;
        if (values.TryGetValue("network.protocol.version", out var protocol) && values.TryGetValue("server.address", out var host) && values.TryGetValue("server.port", out var port))
            call.Answer((string)host!, (int)port!, VersionOf((string)protocol!));
    }

    // "1.1", "2"
    private static Version VersionOf(string protocol) =>
        protocol.Contains('.', StringComparison.Ordinal) ? Version.Parse(protocol) : new Version(int.Parse(protocol, CultureInfo.InvariantCulture), 0);
}
