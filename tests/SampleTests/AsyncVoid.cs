using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>A benchmark method whose end nobody can await.</summary>
[BenchmarkCategory("AsyncVoid")]
public class AsyncVoid
{
    [Benchmark]
    public async void Forgets() => await Task.Yield();
}

public class AsyncVoidTests
{
    [PerfTheory<AsyncVoid>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
