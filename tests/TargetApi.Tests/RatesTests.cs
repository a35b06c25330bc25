using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using FluentAssertions;
using HttpPerf.Fixtures;
using Xunit;

namespace TargetApi.Tests;

public sealed class RatesTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Rates_come_in_the_free_forex_APIs_payload()
    {
        using var client = (await TargetApiHost.GetAsync()).CreateClient();

        using var response = await client.GetAsync("api/live?pairs=EURGBP", Cancellation);

        response.StatusCode.Should().Be(HttpStatusCode.OK);
        response.Content.Headers.ContentType!.ToString().Should().Be("application/json; charset=utf-8");
        (await response.Content.ReadAsStringAsync(Cancellation)).Should().Be(
            """{"rates":{"EURGBP":{"rate":0.891533,"timestamp":1619544185}},"code":200}""");
    }

    [Theory]
    [InlineData("?pairs=EURUSD", "EURUSD")]
    [InlineData("?pairs=eurgbp", "eurgbp")]
    [InlineData("?pairs=", "")]
    [InlineData("", "")]
    public async Task A_pair_it_does_not_know_is_not_found(string query, string pairs)
    {
        using var client = (await TargetApiHost.GetAsync()).CreateClient();

        using var response = await client.GetAsync("api/live" + query, Cancellation);

        response.StatusCode.Should().Be(HttpStatusCode.NotFound);
        (await response.Content.ReadFromJsonAsync<JsonElement>(Cancellation)).GetProperty("detail").GetString().Should().Be(
            $"There is no rate for pairs '{pairs}'; this API knows EURGBP.");
    }
}
