using HttpPerf.Fixtures;
using TargetApi.Payments;
using TargetApi.Rates;

namespace HttpPerf.PerfTests;

/// <summary>The requests as one library makes them: each a single async method, as its users would write it.</summary>
public interface IRequests : IDisposable
{
    const string Pair = "EURGBP";
    const string UnknownPair = "EURXXX";
    const string Rates = $"api/live?pairs={Pair}";
    const string UnknownRates = $"api/live?pairs={UnknownPair}";
    const string Payment = "httpclient/payment";

    static readonly PaymentRequest WithinEuros =
        new() { Reference = "invoice 42", Amount = 100.10m, Currency = "EUR", TargetCurrency = "EUR" };

    /// <returns>What the API answered: <see cref="LiveRates"/>.</returns>
    Task<object?> GetRates();

    /// <returns>What the API answered: <see cref="TargetApi.Payments.Payment"/>.</returns>
    Task<object?> PostPayment();

    /// <returns>The detail of the <see cref="Problem"/> that the API answered.</returns>
    Task<object?> GetProblem();

    Task<object?> Send(Request request) => request switch
    {
        Request.Get => GetRates(),
        Request.Post => PostPayment(),
        Request.Error => GetProblem(),
        _ => throw new ArgumentOutOfRangeException(nameof(request), request, null),
    };
}
