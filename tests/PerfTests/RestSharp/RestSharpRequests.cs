using System.Text.Json;
using HttpPerf.Fixtures;
using HttpPerf.Hosting;
using RestSharp;
using RestSharp.Serializers.Json;
using TargetApi.Payments;
using TargetApi.Rates;

namespace HttpPerf.PerfTests;

/// <summary>The requests by RestSharp, with a client made once.</summary>
public sealed class RestSharpRequests(ApiHost api) : IRequests
{
    private readonly RestClient _client = new(
        new RestClientOptions(api.BaseAddress), configureSerialization: s => s.UseSystemTextJson(ClientJson.Default.Options));

    public async Task<object?> GetRates() => await _client.GetAsync<LiveRates>(new RestRequest(IRequests.Rates));

    public async Task<object?> PostPayment() =>
        await _client.PostAsync<Payment>(new RestRequest(IRequests.Payment).AddJsonBody(IRequests.WithinEuros));

    public async Task<object?> GetProblem()
    {
        var response = await _client.ExecuteGetAsync(new RestRequest(IRequests.UnknownRates));
        return response.IsSuccessful ? null : JsonSerializer.Deserialize(response.Content!, ClientJson.Default.Problem)?.Detail;
    }

    public void Dispose() => _client.Dispose();
}

/// <summary>The requests by RestSharp as many programs use it, against its documentation: with a client made for each of them.</summary>
public sealed class RestSharpRequestsByNewClients(ApiHost api) : IRequests
{
    public async Task<object?> GetRates()
    {
        using var client = new RestSharpRequests(api);
        return await client.GetRates();
    }

    public async Task<object?> PostPayment()
    {
        using var client = new RestSharpRequests(api);
        return await client.PostPayment();
    }

    public async Task<object?> GetProblem()
    {
        using var client = new RestSharpRequests(api);
        return await client.GetProblem();
    }

    public void Dispose()
    {
    }
}
