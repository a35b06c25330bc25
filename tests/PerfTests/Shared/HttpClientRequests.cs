using System.Net.Http.Json;
using HttpPerf.Fixtures;

namespace HttpPerf.PerfTests;

/// <summary>The requests without a library, what the others are compared with.</summary>
public sealed class HttpClientRequests(HttpClient client) : IRequests
{
    public async Task<object?> GetRates() => await client.GetFromJsonAsync(IRequests.Rates, ClientJson.Default.LiveRates);

    public async Task<object?> PostPayment()
    {
        using var response = await client.PostAsJsonAsync(IRequests.Payment, IRequests.WithinEuros, ClientJson.Default.PaymentRequest);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadFromJsonAsync(ClientJson.Default.Payment);
    }

    public async Task<object?> GetProblem()
    {
        using var response = await client.GetAsync(IRequests.UnknownRates);
        return response.IsSuccessStatusCode ? null : (await response.Content.ReadFromJsonAsync(ClientJson.Default.Problem))?.Detail;
    }

    public void Dispose() => client.Dispose();
}
