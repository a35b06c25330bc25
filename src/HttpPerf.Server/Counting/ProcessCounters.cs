using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace HttpPerf.Counting;

/// <summary>Counts what happens in this process. Between a stop and the next start nothing listens, so nothing is slowed down.</summary>
/// <param name="hasEvents">Whether .NET raises events here: projects can switch them off.</param>
[SuppressMessage("Design", "CA1001", Justification = "What listens is disposed of when it stops.")]
internal sealed class ProcessCounters(bool hasEvents) : ICounterSource
{
    // What is still active after that long, such as a stream of events, doesn't end by waiting.
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(500);

    // A beginning and an end are two measurements of the first, and the second comes last of all.
    private static readonly (string Active, string Duration)[] Reported =
    [
        ("http.server.active_requests", "http.server.request.duration"),
        ("kestrel.active_tls_handshakes", "kestrel.tls_handshake.duration"),
    ];

    private InstrumentListener? _instruments;
    private ConnectionEvents? _events;

    // The project's <EventSourceSupport>, as the runtime reads it.
    public ProcessCounters() : this(!AppContext.TryGetSwitch("System.Diagnostics.Tracing.EventSource.IsSupported", out var isSupported) || isSupported)
    {
    }

    /// <summary>Whatever was counted before and not asked for is dropped.</summary>
    public Task Start(CancellationToken cancellation)
    {
        Drop();
        _events = new();
        _instruments = new();
        _instruments.TakeBaseline();
        return Task.CompletedTask;
    }

    /// <summary>
    /// Waits until a server in this process has reported the requests that its clients know to be answered: it does so only afterwards.
    /// </summary>
    public async Task Settle(CancellationToken cancellation)
    {
        var start = Stopwatch.GetTimestamp();
        while (!IsSettled() && Stopwatch.GetElapsedTime(start) < Patience)
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
            var derived = DerivedCounter.OfProcess.SelectMany(counter => counter.From(instruments).Prepend(CounterReading.Unmoved(counter.Name)));
            var readings = new CounterReadings(CounterReading.Combine([.. instruments, .. _events.Read(), .. derived]), _instruments.Uncountable);
            return hasEvents
                ? readings
                : readings.Without("the process switches .NET's events off (EventSourceSupport)", CounterNames.SocketsConnected, CounterNames.TlsHandshakes);
        }
        finally
        {
            Drop();
        }
    }

    private bool IsSettled() => _instruments is null || Reported.All(pair =>
        _instruments.Measurements(pair.Active) == 2 * _instruments.Measurements(pair.Duration));

    private void Drop()
    {
        _instruments?.Dispose();
        _events?.Dispose();
        (_instruments, _events) = (null, null);
    }
}
