using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>A case that is slower than its baseline in the test process, and as fast in every other process.</summary>
[BenchmarkCategory("PerProcess")]
public class PerProcess
{
    internal static readonly bool IsTestProcess = Environment.GetCommandLineArgs().Length > 1;

    [Benchmark(Baseline = true)]
    public void One() => Thread.SpinWait(1000);

    [Benchmark]
    public void Other() => Thread.SpinWait(IsTestProcess ? 1300 : 1000);

    /// <summary>Slower everywhere.</summary>
    [Benchmark]
    public void Slower() => Thread.SpinWait(1500);
}

public class PerProcessTests
{
    [PerfTheory<PerProcess>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}

/// <summary>Depends on what only the test framework sets up.</summary>
[BenchmarkCategory("OnlyInTests")]
public class OnlyInTests
{
    [GlobalSetup]
    public void SetUp()
    {
        if (!PerProcess.IsTestProcess)
            throw new InvalidOperationException("A fixture has set up nothing.");
    }

    [Benchmark(Baseline = true)]
    public void One() => Thread.SpinWait(1000);

    [Benchmark]
    public void Slower() => Thread.SpinWait(1500);
}

public class OnlyInTestsTests
{
    [PerfTheory<OnlyInTests>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
