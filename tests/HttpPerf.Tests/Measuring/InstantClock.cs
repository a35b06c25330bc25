namespace HttpPerf.Tests.Measuring;

/// <summary>A clock on which whoever waits has waited already.</summary>
internal sealed class InstantClock : TimeProvider
{
    private TimeSpan _now;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => _now.Ticks;

    public void Advance(TimeSpan time) => _now += time;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        Advance(dueTime);
        callback(state);
        return new Fired();
    }

    private sealed class Fired : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => false;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => default;
    }
}
