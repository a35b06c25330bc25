using System.Net.Http.Json;
using System.Text;
using System.Text.Json;
using HttpPerf.Hosting;
using Xunit;

namespace TargetApi.Tests;

/// <summary>Posts payments to the endpoints of the libraries that the API was built with.</summary>
internal static class Payments
{
    public const string EuroToPound = """{"reference":"invoice 42","amount":100.10,"currency":"EUR","targetCurrency":"GBP"}""";

    public static TheoryData<string> Libraries => ["httpclient", "refit", "restsharp"];

    public static async Task<HttpResponseMessage> PostAsync(
        ApiHost host, string library, string payload, string mediaType = "application/json")
    {
        using var client = host.CreateClient();
        using var body = new StringContent(payload, Encoding.UTF8, mediaType);
        return await client.PostAsync($"{library}/payment", body, TestContext.Current.CancellationToken);
    }

    public static async Task<JsonElement> ReadAsync(HttpResponseMessage response) =>
        await response.Content.ReadFromJsonAsync<JsonElement>(TestContext.Current.CancellationToken);
}
