namespace HttpPerf.Tests.Measuring;

/// <summary>A clock that goes on when it is told to, and then calls its timers, whatever their time.</summary>
internal sealed class AlarmClock : TimeProvider
{
    private TimeSpan _now;
    private Action _alarm = () => { };

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => _now.Ticks;

    public void Advance(TimeSpan time)
    {
        _now += time;
        _alarm();
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        _alarm += () => callback(state);
        return TimeProvider.System.CreateTimer(_ => { }, null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }
}
