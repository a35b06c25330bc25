using BenchmarkDotNet.Attributes;
using HttpPerf.Hosting;

namespace HttpPerf.PerfTests;

/// <summary>Refit beside HttpClient.</summary>
[BenchmarkCategory("Refit")]
public class RefitRequest : RequestBenchmarks
{
    private IRequests _refit = null!;
    private IRequests _apiResponse = null!;

    [Benchmark]
    public Task<object?> Refit() => _refit.Send(Request);

    [Benchmark]
    public Task<object?> Refit_ApiResponse() => _apiResponse.Send(Request);

    protected override void Make(ApiHost api)
    {
        _refit = Keep(new RefitRequests(api.CreateClient()));
        _apiResponse = Keep(new RefitRequestsByApiResponse(api.CreateClient()));
    }
}
