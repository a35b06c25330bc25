using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.GateQuality;

/// <summary>A short request beside operations unlike it.</summary>
public class Neighbours
{
    private const int Callers = 64;
    private const int RequestsPerCaller = 50;
    private const string Url = "weatherforecast/10";

    private HttpClient _client = null!;

    public enum Kind
    {
        Copy,
        Wait,
        Load,
    }

    [ParamsAllValues]
    public Kind Of { get; set; }

    [GlobalSetup]
    public async Task SetUp() => _client = (await TargetApiHost.GetAsync()).CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark(Baseline = true)]
    public Task<string> Get() => _client.GetStringAsync(Url);

    [Benchmark]
    public Task Neighbour() => Of switch
    {
        Kind.Copy => Get(),
        Kind.Wait => Task.Delay(50),
        _ => Task.WhenAll(Enumerable.Range(0, Callers).Select(_ => Call())),
    };

    private async Task Call()
    {
        for (var i = 0; i < RequestsPerCaller; i++)
            await Get();
    }
}
