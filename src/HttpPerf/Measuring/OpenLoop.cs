using System.Diagnostics;
using HttpPerf.Machine;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>
/// Starts calls at a constant rate, whatever becomes of earlier ones. A call counts from when it should have started, so that its time
/// contains what it waited for its turn. Otherwise the slowest times would be missing (coordinated omission: G. Tene, How NOT to Measure
/// Latency, 2013).
/// </summary>
internal sealed class OpenLoop : LoadGenerator
{
    /// <summary>How long calls of a block start. Calls that pile up show within it; cases take turns often enough.</summary>
    private static readonly TimeSpan BlockLength = TimeSpan.FromMilliseconds(20);

    /// <summary>The share of calls that departures leave out, of the first and of the last to end.</summary>
    private const double LeftOut = 0.1;

    private readonly double _ticksPerCall;

    /// <summary>Also guards itself.</summary>
    private readonly Stack<Caller> _idle = [];
    private readonly List<Caller> _callers = [];
    private readonly SemaphoreSlim _begin = new(0);
    private Thread? _pacer;
    private long[] _ends = [];
    private long _start;
    private long _left;
    private volatile bool _isDisposed;

    /// <param name="rate">How many calls start in a second, above 0.</param>
    /// <param name="instance">The case.</param>
    public OpenLoop(double rate, BenchmarkInstance instance) : base(instance)
    {
        _ticksPerCall = Stopwatch.Frequency / rate;
        MinCalls = Math.Max(2, (long)Math.Ceiling(rate * BlockLength.TotalSeconds));
    }

    public override long MinCalls { get; }

    public override double ShortestBlock => 0;

    public override bool TryTakeCall(Caller caller)
    {
        if (caller.HasCall)
            return true;
        lock (_idle)
            _idle.Push(caller);
        if (Interlocked.Decrement(ref _left) == 0)
            End();
        return false;
    }

    /// <summary>Doesn't wait for calls, which may hang.</summary>
    public override void Dispose()
    {
        _isDisposed = true;
        _begin.Release();
        lock (_idle)
            _callers.ForEach(caller => caller.Dispose());
    }

    protected override void Begin(long start)
    {
        (_start, _left) = (start, Calls);
        if (_pacer is null)
        {
            _pacer = new Thread(StartCalls) { IsBackground = true };
            _pacer.UnsafeStart();
        }

        _begin.Release();
    }

    /// <summary>Departures are those between the first and the last tenth, so that a single late one makes no difference.</summary>
    protected override Pace? PaceOf(ReadOnlySpan<long> times, int operations)
    {
        if (_ends.Length < times.Length)
            _ends = new long[times.Length];
        for (var call = 0; call < times.Length; call++)
            _ends[call] = StartOf(call) + times[call];
        Array.Sort(_ends, 0, times.Length);
        var first = (int)(LeftOut * times.Length);
        var last = times.Length - 1 - first;
        var ticksPerEnd = (_ends[last] - _ends[first]) / (double)(last - first);
        return new Pace(Nanoseconds(_ticksPerCall) / operations, Nanoseconds(ticksPerEnd) / operations);
    }

    private long StartOf(long call) => _start + (long)(call * _ticksPerCall);

    private void StartCalls()
    {
        PreciseSleep.Prepare();
        while (true)
        {
            _begin.Wait();
            // Read once: as soon as the last call has ended, the next block may begin, with another number of calls.
            var calls = Calls;
            for (var call = 0L; call < calls && !_isDisposed; call++)
            {
                PreciseSleep.Until(StartOf(call));
                var caller = TakeIdleCaller();
                caller.Give(call, StartOf(call));
                caller.Begin();
            }

            if (_isDisposed)
                return;
        }
    }

    private Caller TakeIdleCaller()
    {
        lock (_idle)
        {
            if (_idle.TryPop(out var idle))
                return idle;
            _callers.Add(CreateCaller());
            return _callers[^1];
        }
    }
}
