using BenchmarkDotNet.Attributes;
using Xunit;

namespace HttpPerf.SampleTests;

/// <summary>A benchmark that takes longer than its test may.</summary>
[BenchmarkCategory("Refused")]
public class Timed
{
    [Benchmark]
    public Task Waits() => Task.Delay(100);
}

public class TimedTests
{
    // xUnit stops waiting for asynchronous tests only.
    [PerfTheory<Timed>(Timeout = 2000)]
    public Task Stays_within_its_thresholds(PerfCase benchmark) =>
        benchmark.ShouldMeetItsThresholdsAsync(TestContext.Current.CancellationToken);
}
