using TargetApi.Rates;
using TargetApi.RatesClients;

namespace TargetApi.Payments;

/// <summary>Makes payments with rates that one client library fetches.</summary>
public sealed class PaymentHandler<TRates>(TRates rates, TimeProvider clock)
    where TRates : IRatesClient
{
    private const decimal HighestRate = 1_000_000;

    /// <param name="request">A valid request.</param>
    /// <param name="cancellation">The caller has gone.</param>
    /// <exception cref="RatesException">The rates API gave no usable rate.</exception>
    public async Task<Payment> HandleAsync(PaymentRequest request, CancellationToken cancellation = default)
    {
        var (currency, target) = (request.Currency!, request.TargetCurrency!);
        var rate = currency == target ? 1 : await GetRate(currency + target, cancellation);
        return new(
            request.Reference!, request.Amount, currency, target, rate, decimal.Round(request.Amount * rate, 2),
            DateOnly.FromDateTime(clock.GetUtcNow().UtcDateTime));
    }

    private async Task<decimal> GetRate(string pair, CancellationToken cancellation)
    {
        var answer = await Ask(pair, cancellation);
        if (answer?.Rates is null || !answer.Rates.TryGetValue(pair, out var rate))
            throw new RatesException($"The rates API answered without a rate for {pair}.");
        return rate.Value is > 0 and <= HighestRate
            ? rate.Value
            : throw new RatesException($"The rates API answered that {pair} is {rate.Value}.");
    }

    private async Task<LiveRates?> Ask(string pair, CancellationToken cancellation)
    {
        try
        {
            return await rates.GetAsync(pair, cancellation);
        }
        // Each library has exceptions of its own; whichever it is, unless the caller has gone, the rates API is to blame.
        catch (Exception e) when (!cancellation.IsCancellationRequested)
        {
            throw new RatesException($"The rates API could not be asked for {pair}: {e.Message}", e);
        }
    }
}
