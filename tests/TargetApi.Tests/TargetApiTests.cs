using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using FluentAssertions;
using HttpPerf.Fixtures;
using Microsoft.AspNetCore.Mvc.Testing;
using Xunit;

namespace TargetApi.Tests;

public sealed class TargetApiTests(WebApplicationFactory<Program> factory) : IClassFixture<WebApplicationFactory<Program>>
{
    private readonly HttpClient _client = factory.CreateClient();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_root_says_hello_in_13_bytes_of_known_length()
    {
        using var response = await _client.GetAsync("/", Cancellation);

        response.StatusCode.Should().Be(HttpStatusCode.OK);
        response.Content.Headers.ContentType!.ToString().Should().Be("text/plain");
        response.Content.Headers.ContentLength.Should().Be(13);
        (await response.Content.ReadAsStringAsync(Cancellation)).Should().Be("Hello, World!");
    }

    [Fact]
    public async Task Forecasts_look_as_the_template_writes_them()
    {
        using var response = await _client.GetAsync("/weatherforecast/2", HttpCompletionOption.ResponseHeadersRead, Cancellation);

        response.StatusCode.Should().Be(HttpStatusCode.OK);
        response.Content.Headers.ContentType!.ToString().Should().Be("application/json; charset=utf-8");
        response.Content.Headers.ContentLength.Should().BeNull();
        (await response.Content.ReadAsStringAsync(Cancellation)).Should().Be(
            """[{"date":"2025-01-01","temperatureC":-2,"summary":"Bracing","temperatureF":29},""" +
            """{"date":"2025-01-02","temperatureC":15,"summary":"Hot","temperatureF":58}]""");
    }

    [Fact]
    public async Task The_same_size_means_the_same_bytes_in_every_process()
    {
        await using var other = new WebApplicationFactory<Program>();
        using var otherClient = other.CreateClient();

        var bytes = await _client.GetByteArrayAsync("/weatherforecast/1000", Cancellation);

        bytes.Should().HaveCount(77063, "results are compared across runs, so the content must never drift");
        bytes.Should().Equal(await otherClient.GetByteArrayAsync("/weatherforecast/1000", Cancellation));
    }

    [Fact]
    public async Task Size_0_is_an_empty_array() =>
        (await _client.GetStringAsync("/weatherforecast/0", Cancellation)).Should().Be("[]");

    [Fact]
    public async Task Size_1000000_is_served_whole()
    {
        using var response = await _client.GetAsync("/weatherforecast/1000000", HttpCompletionOption.ResponseHeadersRead, Cancellation);

        var forecasts = response.Content.ReadFromJsonAsAsyncEnumerable<WeatherForecast>(WebJson.Options, Cancellation);
        (await forecasts.CountAsync(Cancellation)).Should().Be(1_000_000);
    }

    [Theory]
    [InlineData("-1")]
    [InlineData("1000001")]
    [InlineData("99999999999999999999")]
    [InlineData("ten")]
    [InlineData("1.5")]
    [InlineData("+1")]
    public async Task Any_other_size_gets_problem_details_that_say_what_is_allowed(string size)
    {
        using var response = await _client.GetAsync($"/weatherforecast/{size}", Cancellation);

        response.StatusCode.Should().Be(HttpStatusCode.BadRequest);
        response.Content.Headers.ContentType!.MediaType.Should().Be("application/problem+json");
        var problem = await response.Content.ReadFromJsonAsync<JsonElement>(Cancellation);
        problem.GetProperty("status").GetInt32().Should().Be(400);
        problem.GetProperty("title").GetString().Should().Be("Bad Request");
        problem.GetProperty("detail").GetString().Should().Be(
            $"The size is '{size}'; it must be a whole number from 0 to 1000000, written in digits only.");
    }
}
