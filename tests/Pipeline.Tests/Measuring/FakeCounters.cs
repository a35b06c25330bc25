using HttpPerf.Counting;

namespace HttpPerf.Tests.Measuring;

/// <summary>Counts what it is told of while it is started, as <c>my.counter</c>.</summary>
internal sealed class FakeCounters : ICounterSource
{
    private static readonly Dictionary<string, string> NoTags = [];

    private readonly List<string> _log;
    private double _count;

    public FakeCounters(List<string>? log = null) => _log = log ?? [];

    public bool IsStarted { get; private set; }

    public void Add(double count)
    {
        if (IsStarted)
            _count += count;
    }

    public Task Start(CancellationToken cancellation)
    {
        (_count, IsStarted) = (0, true);
        _log.Add("start");
        return Task.CompletedTask;
    }

    public Task<CounterReadings> Stop(CancellationToken cancellation)
    {
        IsStarted = false;
        _log.Add("stop");
        return Task.FromResult(new CounterReadings([new CounterReading("my.counter", NoTags, _count)], NoTags));
    }
}
