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
    public void Slower() => Thread.SpinWait(3000);
}

public class OnlyInTestsTests
{
    [PerfTheory<OnlyInTests>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}

/// <summary>Fresh processes take longer than there is time for two.</summary>
[BenchmarkCategory("SlowToBuildInOthers")]
public class SlowToBuildInOthers
{
    [GlobalSetup]
    public void SetUp() => Thread.Sleep(PerProcess.IsTestProcess ? 0 : 1200);

    [Benchmark(Baseline = true)]
    public void One() => Thread.SpinWait(1000);

    [Benchmark]
    public void Slower() => Thread.SpinWait(3000);
}

public class SlowToBuildInOthersTests
{
    [PerfTheory<SlowToBuildInOthers>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
