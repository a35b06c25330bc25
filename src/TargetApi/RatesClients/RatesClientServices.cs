using Microsoft.Extensions.Options;
using Refit;
using RestSharp;
using TargetApi.Rates;

namespace TargetApi.RatesClients;

/// <summary>Each client registered as its library's documentation recommends.</summary>
internal static class RatesClientServices
{
    public static void AddRatesClients(this IServiceCollection services)
    {
        services.AddOptions<RatesOptions>().BindConfiguration("Rates").ValidateDataAnnotations();

        services.AddHttpClient<HttpClientRates>(Configure);
        services.AddSingleton(provider =>
            new RestSharpRates(RestSharpOptions(provider.GetRequiredService<IOptions<RatesOptions>>().Value)));
        services
            .AddRefitGeneratedClient<IRatesApi>(new RefitSettings(new SystemTextJsonContentSerializer(RatesJson.Default.Options)))
            .ConfigureHttpClient(Configure);
        services.AddTransient<RefitRates>();
    }

    private static void Configure(IServiceProvider provider, HttpClient client)
    {
        var options = provider.GetRequiredService<IOptions<RatesOptions>>().Value;
        client.BaseAddress = options.BaseAddress;
        client.Timeout = options.Timeout;
    }

    private static RestClientOptions RestSharpOptions(RatesOptions options) => new()
    {
        BaseUrl = options.BaseAddress,
        Timeout = options.Timeout,
    };
}
