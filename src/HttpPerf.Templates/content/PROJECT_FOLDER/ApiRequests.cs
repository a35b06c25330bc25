using BenchmarkDotNet.Attributes;
using HttpPerf;
using HttpPerf.Hosting;

namespace Sample_PerfTests;

/// <summary>The cost of a request, for the client and for the API.</summary>
[BenchmarkCategory("ApiRequests")]
public class ApiRequests
{
    // On Kestrel in a child process, so that the API's bytes are counted apart. Instead of Program, any public type of the API will do.
    private static readonly Task<ApiHost> Api = ApiHost.StartAsync<Program>();
    private HttpClient _client = null!;

    [GlobalSetup]
    public async Task SetUp() => _client = (await Api).CreateClient();

    [Benchmark]
    public Task<string> Get() => _client.GetStringAsync("REQUEST_PATH");
}

public class ApiRequestsTests
{
    [PerfTheory<ApiRequests>]
    public void Meet_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
