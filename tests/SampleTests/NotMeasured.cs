using BenchmarkDotNet.Attributes;
using Xunit;

namespace HttpPerf.SampleTests;

/// <summary>Benchmarks that their tests take and don't measure.</summary>
[BenchmarkCategory("NotMeasured")]
public class NotMeasured
{
    [Benchmark]
    public object Forgotten() => new byte[1000];

    [Benchmark]
    public object LeftOut() => new byte[1000];
}

public class NotMeasuredTests
{
    [PerfTheory<NotMeasured>]
    public void Stay_within_their_thresholds(PerfCase benchmark)
    {
        if (benchmark.Id.Method == nameof(NotMeasured.LeftOut))
            Assert.Skip("It is left out.");
    }
}
