using BenchmarkDotNet.Attributes;
using HttpPerf.Hosting;

namespace HttpPerf.PerfTests;

/// <summary>RestSharp beside HttpClient.</summary>
[BenchmarkCategory("RestSharp")]
public class RestSharpRequest : RequestBenchmarks
{
    private IRequests _once = null!;
    private IRequests _perCall = null!;

    [Benchmark]
    public Task<object?> RestSharp() => _once.Send(Request);

    [Benchmark]
    public Task<object?> RestSharp_ClientPerCall() => _perCall.Send(Request);

    protected override void Make(ApiHost api)
    {
        _once = Keep(new RestSharpRequests(api));
        _perCall = Keep(new RestSharpRequestsByNewClients(api));
    }
}
