using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace HttpPerf.Counting;

/// <summary>Counts events in this process. Between a stop and the next start nothing listens, so nothing is slowed down.</summary>
/// <param name="hasEvents">Whether .NET raises events in this process; a project can disable them.</param>
[SuppressMessage("Design", "CA1001", Justification = "What listens is disposed of when it stops.")]
internal sealed class ProcessCounters(bool hasEvents) : ICounterSource
{
    // A request that is still active then, e.g. a stream of events, is not expected to end soon.
    private static readonly TimeSpan SettleTimeout = TimeSpan.FromMilliseconds(500);

    // The first instrument is measured at the start and at the end of a request, the second once, after both.
    private static readonly (string Active, string Duration)[] Reported =
    [
        ("http.server.active_requests", "http.server.request.duration"),
        ("kestrel.active_tls_handshakes", "kestrel.tls_handshake.duration"),
    ];

    private InstrumentListener? _instruments;
    private EventCounts? _events;
    private DatabaseQueries? _queries;

    public ProcessCounters()
        : this(HasEvents())
    {
    }

    /// <summary>Discards the counts of an earlier start without a stop.</summary>
    public Task Start(CancellationToken cancellation)
    {
        Drop();
        _queries = new();
        _events = new();
        _instruments = new();
        _instruments.TakeBaseline();
        return Task.CompletedTask;
    }

    /// <summary>
    /// Waits, for at most 500 ms, until a server in this process has reported every request whose response has arrived. Servers report
    /// requests only afterwards.
    /// </summary>
    public async Task Settle(CancellationToken cancellation)
    {
        var start = Stopwatch.GetTimestamp();
        while (!IsSettled() && Stopwatch.GetElapsedTime(start) < SettleTimeout)
            await Task.Delay(1, cancellation).ConfigureAwait(false);
    }

    public async Task<CounterReadings> Stop(CancellationToken cancellation)
    {
        if (_instruments is null || _events is null || _queries is null)
            throw new InvalidOperationException("Nothing is being counted; start first.");

        try
        {
            await Settle(cancellation).ConfigureAwait(false);
            _instruments.Observe();
            var instruments = CounterReading.Combine(_instruments.Read());
            var derived = DerivedCounter.OfProcess.SelectMany(
                counter => counter.From(instruments).Prepend(CounterReading.Unmoved(counter.Name)));
            var readings = new CounterReadings(
                CounterReading.Combine([.. instruments, .. _events.Read(), .. derived, .. _queries.Read(instruments)]),
                _instruments.Uncountable)
            {
                Broken = _instruments.Broken is { Count: > 0 } broken ? broken : null,
            };
            if (!SocketBytes.AreKnown)
                readings = readings.Without("this version of .NET doesn't count the bytes of sockets", CounterNames.WirePrefix + "*");
            return hasEvents
                ? readings
                : readings.Without(
                    "the process switches .NET's events off (EventSourceSupport)",
                    CounterNames.SocketsConnected,
                    CounterNames.WirePrefix + "*",
                    CounterNames.ThreadsBlocked,
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
        _queries?.Dispose();
        (_instruments, _events, _queries) = (null, null, null);
    }
}
