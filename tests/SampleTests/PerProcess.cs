using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>Cases that take another time in the test process than in every other process.</summary>
[BenchmarkCategory("PerProcess")]
public class PerProcess
{
    internal static readonly bool IsTestProcess = Environment.GetCommandLineArgs().Length > 1;

    [Benchmark(Baseline = true)]
    public void One() => Thread.SpinWait(1000);

    [Benchmark]
    public void Other() => Thread.SpinWait(IsTestProcess ? 1400 : 1000);

    /// <summary>Without a limit in the tests that use it.</summary>
    [Benchmark]
    public void SlowerInOthers() => Thread.SpinWait(IsTestProcess ? 1000 : 1300);

    /// <summary>Slower everywhere.</summary>
    [Benchmark]
    public void Slower() => Thread.SpinWait(3000);
}

public class PerProcessTests
{
    [PerfTheory<PerProcess>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
