using BenchmarkDotNet.Attributes;
using TargetApi.Payments;
using TargetApi.RatesClients;

namespace HttpPerf.PerfTests;

/// <summary>The payment handler with Refit beside the one with HttpClient.</summary>
[BenchmarkCategory("Refit")]
public class RefitPayment : PaymentBenchmarks<RefitRates>
{
    [Benchmark]
    public Task<Payment> Refit() => PayByLibrary();
}
