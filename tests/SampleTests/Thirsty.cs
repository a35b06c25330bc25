using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;
using HttpPerf.Hosting;

namespace HttpPerf.SampleTests;

/// <summary>A benchmark that opens more connections than a machine with few ports can.</summary>
[BenchmarkCategory("Thirsty")]
public class Thirsty
{
    private ApiHost _host = null!;

    /// <summary>On a busy machine, the start of a server may take most of the time that a call may take.</summary>
    [GlobalSetup]
    public async Task SetUp() => _host = await TargetApiHost.GetAsync();

    [Benchmark(OperationsPerInvoke = 100)]
    public async Task<string> Connects()
    {
        var text = "";
        for (var i = 0; i < 100; i++)
        {
            using var client = _host.CreateClient();
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
