using System.Diagnostics;
using HttpPerf.Model;

namespace HttpPerf.Latency;

/// <summary>Events on a network during a call: the true length of delays, and the waits. Thread-safe.</summary>
internal sealed class NetworkJournal
{
    private readonly Lock _lock = new();
    private readonly List<Exchange> _exchanges = [];
    private readonly List<double> _delays = [];
    private long _start;

    /// <summary>Whether anything has ever been sent.</summary>
    public bool HasTraffic { get; private set; }

    /// <summary>Begins with a call.</summary>
    public void Restart()
    {
        lock (_lock)
        {
            _exchanges.Clear();
            _delays.Clear();
            _start = Stopwatch.GetTimestamp();
        }
    }

    /// <summary>Notes how long a delay really took.</summary>
    /// <param name="since">When it began, as of the stopwatch.</param>
    public void AddDelay(long since)
    {
        var taken = Stopwatch.GetElapsedTime(since).TotalMilliseconds;
        lock (_lock)
            _delays.Add(taken);
    }

    /// <summary>How long the delays of the call took on average, in milliseconds; null if there were none.</summary>
    public double? MeanDelay
    {
        get
        {
            lock (_lock)
                return _delays.Count > 0 ? _delays.Average() : null;
        }
    }

    /// <summary>Notes that something is waited for.</summary>
    /// <param name="name">Its name; empty if that can't be read.</param>
    /// <param name="since">When that began, as of the stopwatch.</param>
    /// <param name="destination">Of whom; empty where there is only one.</param>
    public Exchange Begin(string name, long since, string destination = "")
    {
        var exchange = new Exchange(name, since, destination) { End = since };
        lock (_lock)
        {
            HasTraffic = true;
            _exchanges.Add(exchange);
        }

        return exchange;
    }

    /// <summary>Everything since the call began, in milliseconds since then.</summary>
    public IReadOnlyList<CallStep> Steps
    {
        get
        {
            lock (_lock)
                return [.. _exchanges.Select(e => new CallStep(e.Description, SinceStart(e.Start), SinceStart(e.End)))];
        }
    }

    private double SinceStart(long timestamp) => Stopwatch.GetElapsedTime(_start, timestamp).TotalMilliseconds;

    /// <summary>Something that is waited for.</summary>
    internal sealed class Exchange(string name, long start, string destination)
    {
        private long _end;

        public string Name => name;

        /// <summary>E.g. <c>GET /orders (Services:Orders)</c>; the destination alone where the name isn't known.</summary>
        public string Description => destination.Length == 0 ? name : name.Length == 0 ? destination : $"{name} ({destination})";

        public long Start => start;

        public long End
        {
            get => Volatile.Read(ref _end);
            set => Volatile.Write(ref _end, value);
        }
    }
}
