using TargetApi.Rates;

namespace TargetApi.RatesClients;

/// <summary>A typed client, as IHttpClientFactory makes it.</summary>
public sealed class HttpClientRates(HttpClient client) : IRatesClient
{
    /// <inheritdoc/>
    public Task<LiveRates?> GetAsync(string pair, CancellationToken cancellation) =>
        client.GetFromJsonAsync($"api/live?pairs={pair}", RatesJson.Default.LiveRates, cancellation);
}
