using Microsoft.Extensions.Options;
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
public sealed class RefitRates(IRatesApi api, IOptions<RatesOptions> options) : IRatesClient
{
    /// <inheritdoc/>
    public async Task<LiveRates?> GetAsync(string pair, CancellationToken cancellation)
    {
        // HttpClient's own timeout ends when the response's headers are there; Refit reads the body after that.
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        timeout.CancelAfter(options.Value.Timeout);
        return await api.GetLiveRates(pair, timeout.Token);
    }
}
