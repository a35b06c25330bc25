using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;
using Microsoft.Extensions.DependencyInjection;
using TargetApi.Payments;
using TargetApi.RatesClients;

namespace HttpPerf.PerfTests;

/// <summary>
/// A payment made by the application's handler, without a request to the application: what is left is the library that asks the
/// rates API, which runs in a process of its own.
/// </summary>
public abstract class HandlerBenchmarks
{
    public static readonly PaymentRequest EuroToPound =
        new() { Reference = "invoice 42", Amount = 100.10m, Currency = "EUR", TargetCurrency = "GBP" };

    [GlobalSetup]
    public async Task SetUp() => Make((await PaymentApp.GetAsync(useKestrel: false)).Services);

    /// <summary>Takes what is measured from the application.</summary>
    protected abstract void Make(IServiceProvider application);

    protected static PaymentHandler<T> Handler<T>(IServiceProvider application)
        where T : IRatesClient => application.GetRequiredService<PaymentHandler<T>>();
}
