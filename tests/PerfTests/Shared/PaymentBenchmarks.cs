using BenchmarkDotNet.Attributes;
using TargetApi.Payments;
using TargetApi.RatesClients;

namespace HttpPerf.PerfTests;

/// <summary>The payment handler with one library beside the one with HttpClient.</summary>
/// <typeparam name="TRates">The library's client.</typeparam>
public abstract class PaymentBenchmarks<TRates> : HandlerBenchmarks
    where TRates : IRatesClient
{
    private PaymentHandler<HttpClientRates> _httpClient = null!;
    private PaymentHandler<TRates> _library = null!;

    [Benchmark(Baseline = true)]
    public Task<Payment> HttpClient() => _httpClient.HandleAsync(EuroToPound);

    protected override void Make(IServiceProvider application)
    {
        _httpClient = Handler<HttpClientRates>(application);
        _library = Handler<TRates>(application);
    }

    protected Task<Payment> PayByLibrary() => _library.HandleAsync(EuroToPound);
}
