using Refit;
using TargetApi.Payments;
using TargetApi.Rates;

namespace HttpPerf.PerfTests;

/// <summary>The payment API as Refit generates a client of it.</summary>
public interface IPaymentApi
{
    /// <summary>Throws where the API answers no rate.</summary>
    [Get("/api/live")]
    Task<LiveRates> GetRates(string pairs);

    /// <summary>Returns what the API answers, a rate or not.</summary>
    [Get("/api/live")]
    Task<ApiResponse<LiveRates>> GetRatesResponse(string pairs);

    /// <summary>Throws where the API refuses the payment.</summary>
    [Post("/httpclient/payment")]
    Task<Payment> Pay([Body] PaymentRequest request);

    /// <summary>Returns what the API answers, a payment or not.</summary>
    [Post("/httpclient/payment")]
    Task<ApiResponse<Payment>> PayResponse([Body] PaymentRequest request);
}
