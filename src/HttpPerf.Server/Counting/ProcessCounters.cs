using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace HttpPerf.Counting;

/// <summary>Counts what happens in this process. Between a stop and the next start nothing listens, and nothing is slowed down.</summary>
/// <param name="hasEvents">Whether .NET raises events here: projects can switch them off.</param>
[SuppressMessage("Design", "CA1001", Justification = "What listens is disposed of when it stops.")]
internal sealed class ProcessCounters(bool hasEvents) : ICounterSource
{
    // What is still active then, such as a stream of events, would not end soon.
    private static readonly TimeSpan SettleTimeout = TimeSpan.FromMilliseconds(500);

    // Start and end are two measurements of the first instrument; the measurement of the second is the last of all.
    private static readonly (string Active, string Duration)[] Reported =
    [
        ("http.server.active_requests", "http.server.request.duration"),
        ("kestrel.active_tls_handshakes", "kestrel.tls_handshake.duration"),
    ];

    private InstrumentListener? _instruments;
    private ConnectionEvents? _events;

    public ProcessCounters()
        : this(HasEvents())
    {
    }

    /// <summary>Starts anew: what was counted since an earlier start without a stop is dropped.</summary>
    public Task Start(CancellationToken cancellation)
    {
        Drop();
        _events = new();
        _instruments = new();
        _instruments.TakeBaseline();
        return Task.CompletedTask;
    }

    /// <summary>
    /// Waits, 500 ms at most, until a server in this process has reported the requests to which its clients have responses: servers
    /// report them only afterwards.
    /// </summary>
    public async Task Settle(CancellationToken cancellation)
    {
        var start = Stopwatch.GetTimestamp();
        while (!IsSettled() && Stopwatch.GetElapsedTime(start) < SettleTimeout)
            await Task.Delay(1, cancellation).ConfigureAwait(false);
    }

    public async Task<CounterReadings> Stop(CancellationToken cancellation)
    {
        if (_instruments is null || _events is null)
            throw new InvalidOperationException("Nothing is being counted; start first.");

        try
        {
            await Settle(cancellation).ConfigureAwait(false);
            _instruments.Observe();
            var instruments = CounterReading.Combine(_instruments.Read());
            var derived = DerivedCounter.OfProcess.SelectMany(
                counter => counter.From(instruments).Prepend(CounterReading.Unmoved(counter.Name)));
            var readings = new CounterReadings(
                CounterReading.Combine([.. instruments, .. _events.Read(), .. derived]), _instruments.Uncountable);
            return hasEvents
                ? readings
                : readings.Without(
                    "the process switches .NET's events off (EventSourceSupport)",
                    CounterNames.SocketsConnected,
                    CounterNames.TlsHandshakes);
        }
        finally
        {
            Drop();
        }
    }

    // The project's <EventSourceSupport>, as the runtime reads it.
    private static bool HasEvents() =>
        !AppContext.TryGetSwitch("System.Diagnostics.Tracing.EventSource.IsSupported", out var isSupported) || isSupported;

    private bool IsSettled() => _instruments is null || Reported.All(pair =>
        _instruments.Measurements(pair.Active) == 2 * _instruments.Measurements(pair.Duration));

    private void Drop()
    {
        _instruments?.Dispose();
        _events?.Dispose();
        (_instruments, _events) = (null, null);
    }
}
