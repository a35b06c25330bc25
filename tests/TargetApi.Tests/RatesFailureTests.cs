using System.Diagnostics;
using System.Net;
using FluentAssertions;
using HttpPerf.Fixtures;
using HttpPerf.Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace TargetApi.Tests;

public sealed class RatesFailureTests
{
    // Long enough for a cold first request on any machine. Nothing waits for it.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(40);

    private static readonly TimeSpan Impatience = TimeSpan.FromSeconds(0.5);

    private static readonly Dictionary<string, RequestDelegate> Faults = new()
    {
        ["an error"] = context => Answer(context, 500, """{"rates":{"EURGBP":{"rate":0.9,"timestamp":1}},"code":200}"""),
        ["a redirect to nowhere"] = context => Answer(context, 302, ""),
        ["nothing"] = context => Answer(context, 200, ""),
        ["no content"] = context => Answer(context, 204, null),
        ["null"] = context => Answer(context, 200, "null"),
        ["nonsense"] = context => Answer(context, 200, "{{{"),
        ["truncated JSON"] = context => Answer(context, 200, """{"rates":{"EURGBP":{"rate":0.9,"""),
        ["another type"] = context => Answer(context, 200, """{"rates":{"EURGBP":"cheap"},"code":200}"""),
        ["no rates"] = context => Answer(context, 200, """{"code":200}"""),
        ["another pair"] = context => Answer(context, 200, """{"rates":{"EURUSD":{"rate":0.9,"timestamp":1}},"code":200}"""),
        ["a rate of zero"] = context => Answer(context, 200, """{"rates":{"EURGBP":{"rate":0,"timestamp":1}},"code":200}"""),
        ["a negative rate"] = context => Answer(context, 200, """{"rates":{"EURGBP":{"rate":-1,"timestamp":1}},"code":200}"""),
        ["an absurd rate"] = context => Answer(
            context, 200, """{"rates":{"EURGBP":{"rate":79228162514264337593543950335,"timestamp":1}},"code":200}"""),
        ["a web page"] = context => Answer(context, 200, "<html>Welcome!</html>", "text/html"),
        ["a reset"] = context => { context.Abort(); return Task.CompletedTask; },
    };

    private static readonly Dictionary<string, RequestDelegate> Silences = new()
    {
        ["nothing in time"] = context => Task.Delay(Timeout.Infinite, context.RequestAborted),
        ["a body that stops"] = async context =>
        {
            context.Response.ContentType = "application/json";
            await context.Response.WriteAsync("""{"rates":""");
            await Task.Delay(Timeout.Infinite, context.RequestAborted);
        },
    };

    public static TheoryData<string, string> FaultsOfEachLibrary => OfEachLibrary(Faults.Keys);

    public static TheoryData<string, string> SilencesOfEachLibrary => OfEachLibrary(Silences.Keys);

    public static TheoryData<string> Libraries => Payments.Libraries;

    [Theory]
    [MemberData(nameof(FaultsOfEachLibrary))]
    public async Task A_rates_API_that_answers_wrongly_is_a_bad_gateway(string library, string fault)
    {
        await using var rates = await StartRates(Faults[fault]);
        await using var host = await PaymentApp.StartAsync(AddressOf(rates), timeout: Patience);

        await ShouldBeABadGateway(host, library);
    }

    /// <summary>Nothing comes in time anyway, so it needn't be long.</summary>
    [Theory]
    [MemberData(nameof(SilencesOfEachLibrary))]
    public async Task A_rates_API_that_does_not_answer_in_time_is_a_bad_gateway(string library, string silence)
    {
        await using var rates = await StartRates(Silences[silence]);
        await using var host = await PaymentApp.StartAsync(AddressOf(rates), timeout: Impatience);

        await ShouldBeABadGateway(host, library);
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public async Task A_rates_API_that_is_down_is_a_bad_gateway(string library)
    {
        var rates = await StartRates(context => Answer(context, 200, ""));
        var address = AddressOf(rates);
        await rates.DisposeAsync();
        await using var host = await PaymentApp.StartAsync(address, timeout: Patience);

        await ShouldBeABadGateway(host, library);
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public async Task A_rates_API_that_recovers_is_asked_again(string library)
    {
        var calls = 0;
        await using var rates = await StartRates(context => calls++ == 0
            ? Answer(context, 503, "")
            : Answer(context, 200, """{"rates":{"EURGBP":{"rate":0.5,"timestamp":1}},"code":200}"""));
        await using var host = await PaymentApp.StartAsync(AddressOf(rates), timeout: Patience);

        await ShouldBeABadGateway(host, library);
        using var response = await Payments.PostAsync(host, library, Payments.EuroToPound);

        (await Payments.ReadAsync(response)).GetProperty("convertedAmount").GetDecimal().Should().Be(50.05m);
    }

    private static TheoryData<string, string> OfEachLibrary(IEnumerable<string> faults) =>
        [.. from library in Payments.Libraries from fault in faults select (library.Data, fault)];

    private static async Task ShouldBeABadGateway(ApiHost host, string library)
    {
        var clock = Stopwatch.StartNew();
        using var response = await Payments.PostAsync(host, library, Payments.EuroToPound);

        response.StatusCode.Should().Be(HttpStatusCode.BadGateway);
        response.Content.Headers.ContentType!.MediaType.Should().Be("application/problem+json");
        (await Payments.ReadAsync(response)).GetProperty("detail").GetString().Should().Be(
            "The rates API gave no usable rate. Try again later.");
        clock.Elapsed.Should().BeLessThan(Patience, "HttpClient's own timeout is 100 s");
    }

    private static async Task<WebApplication> StartRates(RequestDelegate answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        var app = builder.Build();
        app.Urls.Add("http://127.0.0.1:0");
        app.MapGet("/api/live", answer);
        await app.StartAsync(TestContext.Current.CancellationToken);
        return app;
    }

    private static Uri AddressOf(WebApplication app) =>
        new(app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single());

    private static async Task Answer(HttpContext context, int status, string? body, string type = "application/json")
    {
        context.Response.StatusCode = status;
        if (body is null)
            return;
        context.Response.ContentType = type;
        await context.Response.WriteAsync(body);
    }
}
