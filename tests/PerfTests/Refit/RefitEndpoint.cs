using BenchmarkDotNet.Attributes;
using TargetApi.Payments;

namespace HttpPerf.PerfTests;

/// <summary>The payment endpoint that uses Refit beside the one that uses HttpClient.</summary>
[BenchmarkCategory("Refit")]
public class RefitEndpoint : EndpointBenchmarks
{
    [Benchmark]
    public Task<Payment?> Refit() => Pay("refit/payment");
}
