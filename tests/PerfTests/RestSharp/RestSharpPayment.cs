using BenchmarkDotNet.Attributes;
using TargetApi.Payments;
using TargetApi.RatesClients;

namespace HttpPerf.PerfTests;

/// <summary>The payment handler with RestSharp beside the one with HttpClient.</summary>
[BenchmarkCategory("RestSharp")]
public class RestSharpPayment : PaymentBenchmarks<RestSharpRates>
{
    [Benchmark]
    public Task<Payment> RestSharp() => PayByLibrary();
}
