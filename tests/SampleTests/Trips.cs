using BenchmarkDotNet.Attributes;
using HttpPerf.BrokenApi;
using HttpPerf.Fixtures;
using HttpPerf.Hosting;

namespace HttpPerf.SampleTests;

/// <summary>Today's build waits for each answer before it asks for the next.</summary>
[BenchmarkCategory("Counted")]
public class Trips
{
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = (await TargetApiHost.GetAsync()).CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark]
    public async Task<string> ListAndItems()
    {
        await _client.GetStringAsync("");
#if BEFORE
        return string.Concat(await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => _client.GetStringAsync("weatherforecast/1"))));
#else
        var items = "";
        for (var i = 0; i < 5; i++)
            items += await _client.GetStringAsync("weatherforecast/1");
        return items;
#endif
    }

    [Benchmark]
    public Task<string> Unchanged() => _client.GetStringAsync("");
}

/// <summary>The API itself asks another one, once in the earlier build.</summary>
[BenchmarkCategory("Counted")]
public class Asking
{
#if BEFORE
    private const string Requests = "1";
#else
    private const string Requests = "5";
#endif

    private static readonly Lazy<Task<ApiHost>> Host = new(async () => await ApiHost.StartAsync<Api>(new ChildProcessOptions
    {
        Settings = new Dictionary<string, string>
        {
            ["Rates:BaseAddress"] = $"{(await TargetApiHost.GetAsync()).BaseAddress}",
            ["Rates:Requests"] = Requests,
        },
    }));

    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = (await Host.Value).CreateClient();

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark]
    public Task<string> Rates() => _client.GetStringAsync("rates");
}

public class TripsTests
{
    [PerfTheory<Trips>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}

public class AskingTests
{
    [PerfTheory<Asking>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
