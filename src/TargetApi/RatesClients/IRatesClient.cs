using TargetApi.Rates;

namespace TargetApi.RatesClients;

/// <summary>Asks the rates API through one library.</summary>
public interface IRatesClient
{
    /// <summary>The rates API's answer as it is, or whatever the library throws when there is none.</summary>
    /// <param name="pair">Two currencies, e.g. <c>EURGBP</c>.</param>
    /// <param name="cancellation">The caller has gone.</param>
    Task<LiveRates?> GetAsync(string pair, CancellationToken cancellation);
}
