using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using TargetApi.RatesClients;

namespace TargetApi.Payments;

internal static class PaymentEndpoints
{
    public static void AddPayments(this IServiceCollection services)
    {
        services.AddRatesClients();
        services.AddTransient(typeof(PaymentHandler<>));
        services.AddSingleton(TimeProvider.System);
        services.AddExceptionHandler<RatesFailures>();
    }

    public static void MapPayments(this IEndpointRouteBuilder app)
    {
        app.MapPost("/httpclient/payment", Pay<HttpClientRates>);
        app.MapPost("/restsharp/payment", Pay<RestSharpRates>);
        app.MapPost("/refit/payment", Pay<RefitRates>);
    }

    private static async Task<Ok<Payment>> Pay<TRates>(
        [FromBody] PaymentRequest request, PaymentHandler<TRates> handler, CancellationToken cancellation)
        where TRates : IRatesClient =>
        TypedResults.Ok(await handler.HandleAsync(request, cancellation));
}
