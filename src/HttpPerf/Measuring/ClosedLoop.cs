using System.Diagnostics;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>
/// Has callers that call at the same time, each again when its last call has ended, until together they have made the calls of a block.
/// </summary>
internal sealed class ClosedLoop : LoadGenerator
{
    /// <summary>
    /// While callers start and end, some of them don't work. In a block this long, and with so many calls each, that makes little
    /// difference.
    /// </summary>
    private static readonly double Shortest = TimeSpan.FromMilliseconds(5).TotalNanoseconds;
    private const int MinCallsPerCaller = 2;

    private readonly Caller[] _callers;
    private long _next;
    private int _working;

    /// <param name="callers">How many there are; 1 or more.</param>
    /// <param name="instance">The case.</param>
    public ClosedLoop(int callers, BenchmarkInstance instance) : base(instance) =>
        _callers = [.. Enumerable.Range(0, callers).Select(_ => CreateCaller())];

    public override long MinCalls => _callers.Length * MinCallsPerCaller;

    public override double ShortestBlock => Shortest;

    public override bool TryTakeCall(Caller caller)
    {
        var call = Interlocked.Increment(ref _next) - 1;
        if (call < Calls)
        {
            caller.Give(call, Stopwatch.GetTimestamp());
            return true;
        }

        if (Interlocked.Decrement(ref _working) == 0)
            End();
        return false;
    }

    public override void Dispose()
    {
        foreach (var caller in _callers)
            caller.Dispose();
    }

    protected override void Begin(long start)
    {
        (_next, _working) = (0, _callers.Length);
        foreach (var caller in _callers)
            caller.Begin();
    }

    protected override Pace? PaceOf(ReadOnlySpan<long> times, int operations) => null;
}
