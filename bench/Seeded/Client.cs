using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;
using HttpPerf.GateQuality;
using HttpPerf.Hosting;

namespace HttpPerf.Seeded;

/// <summary>Requests to an API that is the same in both builds, by client code that isn't.</summary>
[BenchmarkCategory("Client")]
public class Client
{
#if BEFORE
    private static bool IsChanged => false;
#else
    private static bool IsChanged => true;
#endif

    private static readonly Scale Scale = Scale.All.Single(scale => scale.Name == "500us");

    private ApiHost _host = null!;
    private HttpClient _client = null!;
    private object? _garbage;
    private uint _sink;

    [GlobalSetup]
    public async Task SetUp()
    {
        _host = await TargetApiHost.GetAsync();
        _client = _host.CreateClient();
    }

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark]
    public Task<int> Copy() => Scale.Run(_client);

    [Benchmark]
    public Task<int> CopyAt102() => Scale.Run(_client);

    [Benchmark]
    public Task<int> Slower5() => Slower(5);

    [Benchmark]
    public Task<int> Slower10() => Slower(10);

    [Benchmark]
    public Task<string> Copy13KB() => Get13KB();

    [Benchmark]
    public Task<string> Allocates24()
    {
        if (IsChanged)
            _garbage = new object();
        return Get13KB();
    }

    [Benchmark]
    public async Task<string> Connects()
    {
        if (!IsChanged)
            return await _client.GetStringAsync("");
        using var client = _host.CreateClient();
        return await client.GetStringAsync("");
    }

    private Task<int> Slower(double percent)
    {
        if (IsChanged)
            _sink = Scale.Delay(percent);
        return Scale.Run(_client);
    }

    /// <summary>As a string, the forecasts of 68 days allocate about so much.</summary>
    private Task<string> Get13KB() => _client.GetStringAsync("weatherforecast/68");
}

public class ClientTests
{
    [PerfTheory<Client>]
    public void StaysAsItWas(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
