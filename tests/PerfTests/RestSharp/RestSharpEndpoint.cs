using BenchmarkDotNet.Attributes;
using TargetApi.Payments;

namespace HttpPerf.PerfTests;

/// <summary>The payment endpoint that uses RestSharp beside the one that uses HttpClient.</summary>
[BenchmarkCategory("RestSharp")]
public class RestSharpEndpoint : EndpointBenchmarks
{
    [Benchmark]
    public Task<Payment?> RestSharp() => Pay("restsharp/payment");
}
