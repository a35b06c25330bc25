using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;
using HttpPerf.Hosting;

namespace HttpPerf.PerfTests;

/// <summary>A client library alone: its requests beside HttpClient's, to an API in a process of its own.</summary>
[ExpectedErrors(404)]
public abstract class RequestBenchmarks
{
    private readonly List<IRequests> _made = [];
    private IRequests _httpClient = null!;

    [ParamsAllValues]
    public Request Request { get; set; }

    [GlobalSetup]
    public async Task SetUp()
    {
        var api = await TargetApiHost.GetAsync();
        _httpClient = Keep(new HttpClientRequests(api.CreateClient()));
        Make(api);
    }

    [GlobalCleanup]
    public void CleanUp() => _made.ForEach(m => m.Dispose());

    [Benchmark(Baseline = true)]
    public Task<object?> HttpClient() => _httpClient.Send(Request);

    /// <summary>Makes the library's clients.</summary>
    protected abstract void Make(ApiHost api);

    protected IRequests Keep(IRequests requests)
    {
        _made.Add(requests);
        return requests;
    }
}
