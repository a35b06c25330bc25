namespace HttpPerf.Tests.Measuring;

/// <summary>A clock that goes on when it is told to.</summary>
internal sealed class FakeClock : TimeProvider
{
    public TimeSpan Now { get; private set; }

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public void Advance(TimeSpan time) => Now += time;

    public override long GetTimestamp() => Now.Ticks;
}
