using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>A group in which everything goes wrong that can, beside two benchmarks that have no part in it.</summary>
[BenchmarkCategory("Faulty")]
public class Faulty
{
    [GlobalSetup(Target = nameof(FailsInSetup))]
    public void FailingSetup() => throw new InvalidOperationException("no database");

    [GlobalCleanup(Target = nameof(FailsInCleanup))]
    public void FailingCleanup() => throw new InvalidOperationException("the file is in use");

    [Benchmark(Baseline = true)]
    public object Works() => new byte[100];

    [Benchmark]
    public object WorksToo() => new byte[100];

    [Benchmark]
    public object Throws() => throw new InvalidOperationException("the disk is full");

    [Benchmark]
    public object FailsInSetup() => new byte[100];

    [Benchmark]
    public object FailsInCleanup() => new byte[100];

    [Benchmark]
    public object ReturnsLess() => new byte[99];

    [Benchmark]
    public object ForgetsItsWork()
    {
        Forget();
        return new byte[100];

        static async void Forget() => await Task.Yield();
    }
}

public class FaultyTests
{
    [PerfTheory<Faulty>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
