using HttpPerf.Counting;

namespace HttpPerf.Tests.Measuring;

/// <summary>A server that has allocated and computed what it is told.</summary>
internal sealed class FakeServer : IUsageSource
{
    private long _bytes;
    private TimeSpan _cpu;
    private TimeSpan _compilation;
    private LiveState _live;

    public UnreadUsage? Unread { get; init; }

    public Exception? Fault { get; set; }

    public void Allocate(long bytes) => _bytes += bytes;

    /// <summary>Keeps bytes and a socket for good.</summary>
    public void Keep(long bytes) => _live += new LiveState(bytes, Handles: 1, Sockets: 1, Timers: 0, Threads: 0);

    public void Compute(TimeSpan time) => _cpu += time;

    public void Compile(TimeSpan time)
    {
        _cpu += time;
        _compilation += time;
    }

    public Task<ProcessUsage> Read(CancellationToken cancellation) =>
        Fault is null ? Task.FromResult(new ProcessUsage(_bytes, _cpu, _compilation)) : Task.FromException<ProcessUsage>(Fault);

    public Task<LiveState> Collect(CancellationToken cancellation) => Task.FromResult(_live);
}
