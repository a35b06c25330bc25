using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>Calls that keep objects, today or in the earlier build.</summary>
[BenchmarkCategory("Keeping")]
public class Keeping
{
    private static readonly List<byte[]> All = [];
    private static readonly Dictionary<int, byte[]> Cache = [];

    private static int _calls;

    private static event EventHandler? Changed;

    [Benchmark]
    public byte[] Nothing() => Work(new byte[1000]);

    [Benchmark]
    public byte[] InAStatic()
    {
        var bytes = Work(new byte[1000]);
#if !BEFORE
        All.Add(bytes);
#endif
        return bytes;
    }

    [Benchmark]
    public void InAnEvent()
    {
        Work([]);
        Changed += new Subscriber().OnChanged;
    }

    [Benchmark]
    public byte[] InACache()
    {
        var key = _calls++ % 2000;
        if (!Cache.TryGetValue(key, out var bytes))
            Cache[key] = bytes = new byte[100];
        return Work(bytes);
    }

    [GlobalCleanup]
    public void CleanUp() => Changed?.Invoke(this, EventArgs.Empty);

    /// <summary>Takes as long as a request in memory, so that there are as many calls.</summary>
    private static byte[] Work(byte[] bytes)
    {
        Thread.SpinWait(2000);
        return bytes;
    }

    private sealed class Subscriber
    {
        public void OnChanged(object? sender, EventArgs e)
        {
        }
    }
}

public class KeepingTests
{
    [PerfTheory<Keeping>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
