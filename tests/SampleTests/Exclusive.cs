using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>A benchmark that holds something of which a process has only one, as long as the process lives.</summary>
[BenchmarkCategory("Exclusive")]
public class Exclusive
{
#if BEFORE
    private const int Bytes = 10_000;
#else
    private const int Bytes = 20_000;
#endif

    private static readonly FileStream Held = new(
        Path.Combine(Path.GetTempPath(), $"httpperf-exclusive-{Environment.ProcessId}"),
        FileMode.Create,
        FileAccess.ReadWrite,
        FileShare.None,
        bufferSize: 0,
        FileOptions.DeleteOnClose);

    [Benchmark]
    public byte[] Fills()
    {
        var bytes = new byte[Bytes + Held.Length];
        Random.Shared.NextBytes(bytes);
        return bytes;
    }
}

/// <summary>Cases whose results differ from the baseline's: one of them since the earlier build, the other one is new.</summary>
[BenchmarkCategory("Differing")]
public class Differing
{
    [Benchmark(Baseline = true)]
    public string Usual() => "usual";

#if BEFORE
    [Benchmark]
    public string Changed() => "usual";
#else
    [Benchmark]
    public string Changed() => "changed";

    [Benchmark]
    public string Added() => "added";
#endif
}

/// <summary>Fails in the third epoch since the earlier build, and only in the process of the tests.</summary>
[BenchmarkCategory("Differing")]
public class Unreliable
{
#if !BEFORE
    private static readonly bool IsTestProcess = Environment.GetCommandLineArgs().Length > 1;

    private static int _epochs;

    private int _epoch;
#endif

    [Benchmark(Baseline = true)]
    public string Usual() => "usual";

    [Benchmark]
    public string Answers()
    {
#if !BEFORE
        if (_epoch == 0)
            _epoch = Interlocked.Increment(ref _epochs);
        if (_epoch == 3 && IsTestProcess)
            throw new InvalidOperationException("It is busy.");
#endif
        return "usual";
    }
}

public class UnreliableTests
{
    [PerfTheory<Unreliable>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}

public class DifferingTests
{
    [PerfTheory<Differing>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}

public class ExclusiveTests
{
    [PerfTheory<Exclusive>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
