using Refit;
using TargetApi.Rates;

namespace TargetApi.RatesClients;

/// <summary>The rates API as Refit generates a client of it.</summary>
public interface IRatesApi
{
    /// <summary>GET /api/live.</summary>
    [Get("/api/live")]
    Task<LiveRates?> GetLiveRates(string pairs, CancellationToken cancellation);
}

/// <summary>Asks through Refit's generated client.</summary>
public sealed class RefitRates(IRatesApi api) : IRatesClient
{
    /// <inheritdoc/>
    public Task<LiveRates?> GetAsync(string pair, CancellationToken cancellation) => api.GetLiveRates(pair, cancellation);
}
