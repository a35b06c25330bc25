using System.Globalization;
using System.Net;
using FluentAssertions;
using HttpPerf.Fixtures;
using Xunit;

namespace TargetApi.Tests;

public sealed class PaymentTests
{
    private const string Euros = """{"reference":"invoice 42","amount":100.10,"currency":"EUR","targetCurrency":"EUR"}""";

    public static TheoryData<string> Libraries => Payments.Libraries;

    // Nothing listens on port 9, so what needs no rate must not ask for one.
    private static readonly Uri NoRates = new("http://127.0.0.1:9");

    [Theory]
    [MemberData(nameof(Libraries))]
    public async Task A_payment_into_another_currency_is_converted(string library)
    {
        var host = await PaymentApp.GetAsync(useKestrel: false);

        using var response = await Payments.PostAsync(host, library, Payments.EuroToPound);

        await ShouldBe(response, "GBP", rate: 0.891533m, converted: 89.24m);
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public async Task A_payment_is_made_over_real_sockets_too(string library)
    {
        var host = await PaymentApp.GetAsync(useKestrel: true);

        using var response = await Payments.PostAsync(host, library, Payments.EuroToPound);

        await ShouldBe(response, "GBP", rate: 0.891533m, converted: 89.24m);
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public async Task A_payment_within_a_currency_needs_no_rates_API(string library)
    {
        await using var host = await PaymentApp.StartAsync(NoRates);

        using var response = await Payments.PostAsync(host, library, Euros);

        await ShouldBe(response, "EUR", rate: 1, converted: 100.10m);
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public async Task Money_does_not_lose_a_cent(string library)
    {
        var host = await PaymentApp.GetAsync(useKestrel: false);

        using var response = await Payments.PostAsync(
            host, library, Payments.EuroToPound.Replace("100.10", "999999999.99", StringComparison.Ordinal));

        (await Payments.ReadAsync(response)).GetProperty("convertedAmount").GetDecimal().Should().Be(891532999.99m);
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public async Task A_bad_payload_gets_problem_details_that_name_every_bad_field(string library)
    {
        await using var host = await PaymentApp.StartAsync(NoRates);

        using var response = await Payments.PostAsync(host, library, """{"amount":0,"currency":"eur","targetCurrency":"POUND"}""");

        var errors = (await Problem(response)).GetProperty("errors");
        errors.EnumerateObject().Select(e => $"{e.Name}: {e.Value[0].GetString()}").Should().BeEquivalentTo(
            "Reference: The Reference field is required.",
            "Amount: The field Amount must be between 0.01 and 1000000000.",
            "Currency: The field Currency must be three capital letters, e.g. EUR.",
            "TargetCurrency: The field TargetCurrency must be three capital letters, e.g. GBP.");
    }

    [Theory]
    [InlineData("""{"reference":"","amount":1,"currency":"EUR","targetCurrency":"EUR"}""", "Reference")]
    [InlineData(
        """{"reference":"1234567890123456789012345678901234567890","amount":1,"currency":"EUR","targetCurrency":"EUR"}""", "Reference")]
    [InlineData("""{"reference":"a","amount":-1,"currency":"EUR","targetCurrency":"EUR"}""", "Amount")]
    [InlineData("""{"reference":"a","amount":1000000000.01,"currency":"EUR","targetCurrency":"EUR"}""", "Amount")]
    [InlineData("""{"reference":"a","amount":"ten","currency":"EUR","targetCurrency":"EUR"}""", "amount")]
    [InlineData("""{"reference":"a","amount":1e99,"currency":"EUR","targetCurrency":"EUR"}""", "amount")]
    [InlineData("""{"reference":"a","amount":1,"currency":7,"targetCurrency":"EUR"}""", "currency")]
    [InlineData("""{"reference":"a","amount":1,"currency":"EUR&","targetCurrency":"EUR"}""", "Currency")]
    [InlineData("""{"reference":"a","amount":1,"currency":"EUR","targetCurrency":null}""", "TargetCurrency")]
    public async Task Each_bad_field_is_named_on_its_own(string payload, string field)
    {
        await using var host = await PaymentApp.StartAsync(NoRates);

        using var response = await Payments.PostAsync(host, "httpclient", payload);

        (await Problem(response)).GetProperty("errors").EnumerateObject().Select(e => e.Name).Should().Equal(field);
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("payment")]
    public async Task A_payload_without_fields_gets_problem_details_too(string payload)
    {
        await using var host = await PaymentApp.StartAsync(NoRates);

        using var response = await Payments.PostAsync(host, "httpclient", payload);

        (await Problem(response)).GetProperty("detail").GetString().Should().Contain("PaymentRequest");
    }

    [Fact]
    public async Task A_payload_that_is_not_JSON_is_refused_with_problem_details()
    {
        await using var host = await PaymentApp.StartAsync(NoRates);

        using var response = await Payments.PostAsync(host, "httpclient", Euros, "text/plain");

        response.StatusCode.Should().Be(HttpStatusCode.UnsupportedMediaType);
        response.Content.Headers.ContentType!.MediaType.Should().Be("application/problem+json");
    }

    private static async Task ShouldBe(HttpResponseMessage response, string target, decimal rate, decimal converted)
    {
        response.StatusCode.Should().Be(HttpStatusCode.OK);
        var payment = await Payments.ReadAsync(response);
        payment.GetProperty("reference").GetString().Should().Be("invoice 42");
        payment.GetProperty("amount").GetDecimal().Should().Be(100.10m);
        payment.GetProperty("currency").GetString().Should().Be("EUR");
        payment.GetProperty("targetCurrency").GetString().Should().Be(target);
        payment.GetProperty("rate").GetDecimal().Should().Be(rate);
        payment.GetProperty("convertedAmount").GetDecimal().Should().Be(converted);
        // A day is allowed for, because midnight may pass between the two clocks' readings.
        var date = DateOnly.ParseExact(payment.GetProperty("date").GetString()!, "yyyy-MM-dd", CultureInfo.InvariantCulture);
        date.Should().BeOnOrAfter(DateOnly.FromDateTime(DateTime.UtcNow).AddDays(-1)).And.BeOnOrBefore(
            DateOnly.FromDateTime(DateTime.UtcNow));
    }

    private static async Task<System.Text.Json.JsonElement> Problem(HttpResponseMessage response)
    {
        response.StatusCode.Should().Be(HttpStatusCode.BadRequest);
        response.Content.Headers.ContentType!.MediaType.Should().Be("application/problem+json");
        return await Payments.ReadAsync(response);
    }
}
