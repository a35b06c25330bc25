using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.SampleTests;

/// <summary>A benchmark that opens more connections than a machine with few ports can.</summary>
[BenchmarkCategory("Thirsty")]
public class Thirsty
{
    [Benchmark(OperationsPerInvoke = 100)]
    public async Task<string> Connects()
    {
        var host = await TargetApiHost.GetAsync();
        var text = "";
        for (var i = 0; i < 100; i++)
        {
            using var client = host.CreateClient();
            text = await client.GetStringAsync("");
        }

        return text;
    }
}

public class ThirstyTests
{
    [PerfTheory<Thirsty>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
