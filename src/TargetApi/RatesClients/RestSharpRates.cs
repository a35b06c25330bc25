using RestSharp;
using RestSharp.Serializers.Json;
using TargetApi.Rates;

namespace TargetApi.RatesClients;

/// <summary>Holds one RestClient for as long as it lives, as RestSharp recommends.</summary>
public sealed class RestSharpRates(RestClientOptions options) : IRatesClient, IDisposable
{
    private readonly RestClient _client = new(options, configureSerialization: s => s.UseSystemTextJson(RatesJson.Default.Options));

    /// <inheritdoc/>
    public Task<LiveRates?> GetAsync(string pair, CancellationToken cancellation) =>
        _client.GetAsync<LiveRates>(new RestRequest("api/live").AddQueryParameter("pairs", pair), cancellation);

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();
}
