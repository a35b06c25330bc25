using System.Text.Json;
using HttpPerf.Fixtures;
using Refit;

namespace HttpPerf.PerfTests;

/// <summary>The requests by Refit's generated client, made once.</summary>
public sealed class RefitRequests(HttpClient client) : IRequests
{
    private readonly IPaymentApi _api = Generate(client);

    public static IPaymentApi Generate(HttpClient client) => RestService.ForGenerated<IPaymentApi>(
        client, new RefitSettings(new SystemTextJsonContentSerializer(ClientJson.Default.Options)));

    public static object? DetailOf(ApiExceptionBase? error) =>
        error is ApiException { Content: { } json } ? JsonSerializer.Deserialize(json, ClientJson.Default.Problem)?.Detail : null;

    public async Task<object?> GetRates() => await _api.GetRates(IRequests.Pair);

    public async Task<object?> PostPayment() => await _api.Pay(IRequests.WithinEuros);

    public async Task<object?> GetProblem()
    {
        try
        {
            await _api.GetRates(IRequests.UnknownPair);
            return null;
        }
        catch (ApiException error)
        {
            return DetailOf(error);
        }
    }

    public void Dispose() => client.Dispose();
}

/// <summary>The requests by Refit's generated client, with responses that carry an error instead of throwing it.</summary>
public sealed class RefitRequestsByApiResponse(HttpClient client) : IRequests
{
    private readonly IPaymentApi _api = RefitRequests.Generate(client);

    public async Task<object?> GetRates()
    {
        using var response = await _api.GetRatesResponse(IRequests.Pair);
        return response.Content;
    }

    public async Task<object?> PostPayment()
    {
        using var response = await _api.PayResponse(IRequests.WithinEuros);
        return response.Content;
    }

    public async Task<object?> GetProblem()
    {
        using var response = await _api.GetRatesResponse(IRequests.UnknownPair);
        return RefitRequests.DetailOf(response.Error);
    }

    public void Dispose() => client.Dispose();
}
