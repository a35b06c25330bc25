using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace HttpPerf.Counting;

/// <summary>
/// Reads the observable instruments of a process, each by a listener of its own: their callbacks are the API's code, which may throw or
/// hang. Whatever they do is known of one instrument, and the others count.
/// </summary>
internal sealed class ObservedInstruments : IDisposable
{
    /// <summary>The longest that one may take.</summary>
    public static readonly TimeSpan LongestCallback = TimeSpan.FromSeconds(2);

    /// <summary>The longest that all may take: the test process waits for 5 s.</summary>
    private static readonly TimeSpan LongestPass = TimeSpan.FromSeconds(3.5);

    /// <summary>A callback can't be ended, so it isn't called again.</summary>
    private static readonly ConditionalWeakTable<Instrument, string> TooSlow = [];

    private readonly ConcurrentDictionary<Instrument, Observed> _all = [];

    /// <param name="instrument">An observable instrument. The same may be published several times.</param>
    /// <param name="tally">Receives its measurements.</param>
    /// <param name="createListener">Creates a listener for it alone.</param>
    /// <returns>False if it was added before.</returns>
    public bool TryAdd(Instrument instrument, InstrumentTally tally, Func<MeterListener> createListener)
    {
        var observed = new Observed(instrument, tally, createListener());
        if (!_all.TryAdd(instrument, observed))
            return false;
        observed.Listener.EnableMeasurementEvents(instrument, tally);
        return true;
    }

    /// <summary>Reads all of them. One that throws or takes too long has no total.</summary>
    public void Observe()
    {
        var start = Stopwatch.GetTimestamp();
        Observed[] due = [.. _all.Values.Where(CanBeRead)];
        while (due.Length > 0 && new Reader(due).FindStuck(start) is { } stuck)
        {
            if (stuck.Taken >= LongestCallback)
            {
                var reason = FormattableString.Invariant($"its callback takes longer than {LongestCallback.TotalSeconds:0} s");
                TooSlow.AddOrUpdate(due[stuck.Index].Instrument, reason);
                due[stuck.Index].Tally.Fail(reason);
                due = due[(stuck.Index + 1)..];
            }
            else
            {
                due = due[stuck.Index..];
            }

            if (Stopwatch.GetElapsedTime(start) < LongestPass)
                continue;
            foreach (var rest in due)
                rest.Tally.Fail("it was not read, because the callbacks of other instruments took too long");
            return;
        }
    }

    public void Dispose()
    {
        foreach (var observed in _all.Values)
            observed.Listener.Dispose();
    }

    private static bool CanBeRead(Observed observed)
    {
        if (!TooSlow.TryGetValue(observed.Instrument, out var reason))
            return true;
        observed.Tally.Fail(reason);
        return false;
    }

    private sealed record Observed(Instrument Instrument, InstrumentTally Tally, MeterListener Listener);

    /// <summary>Reads instruments one after another, on a thread that can be left behind.</summary>
    private sealed class Reader(Observed[] due)
    {
        private readonly Lock _moving = new();
        private int _at;
        private long _since;
        private bool _isLeft;

        /// <summary>Reads all; or leaves the thread to the one that takes too long.</summary>
        /// <param name="start">When the reading of all instruments began.</param>
        /// <returns>The one at which it was left, and how long that had taken by then; null if all were read.</returns>
        public (int Index, TimeSpan Taken)? FindStuck(long start)
        {
            _since = Stopwatch.GetTimestamp();
            var reading = new Thread(Read) { IsBackground = true, Name = "HttpPerf counters" };
            reading.UnsafeStart();
            // Not by a task: threads that block until one has ended are counted.
            while (!reading.Join(TimeSpan.FromMilliseconds(20)))
            {
                lock (_moving)
                {
                    var taken = Stopwatch.GetElapsedTime(_since);
                    if (taken < LongestCallback && Stopwatch.GetElapsedTime(start) < LongestPass)
                        continue;
                    _isLeft = true;
                    return (_at, taken);
                }
            }

            return null;
        }

        private void Read()
        {
            for (var at = 0; at < due.Length && MoveTo(at); at++)
            {
                try
                {
                    due[at].Listener.RecordObservableInstruments();
                }
                catch (Exception e)
                {
                    due[at].Tally.Fail($"its callback threw {((e as AggregateException)?.InnerException ?? e).GetType().Name}");
                }
            }
        }

        private bool MoveTo(int at)
        {
            lock (_moving)
            {
                (_at, _since) = (at, Stopwatch.GetTimestamp());
                return !_isLeft;
            }
        }
    }
}
