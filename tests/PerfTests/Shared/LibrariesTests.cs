using FluentAssertions;
using HttpPerf.Fixtures;
using HttpPerf.Hosting;
using Microsoft.Extensions.DependencyInjection;
using TargetApi.Payments;
using TargetApi.Rates;
using TargetApi.RatesClients;
using Xunit;

namespace HttpPerf.PerfTests;

/// <summary>The compared libraries do the same work: each gets the same answers, and they are the right ones.</summary>
public class LibrariesTests
{
    private static readonly Dictionary<string, Func<ApiHost, IRequests>> RequestsByLibrary = new()
    {
        ["HttpClient"] = api => new HttpClientRequests(api.CreateClient()),
        ["RestSharp"] = api => new RestSharpRequests(api),
        ["RestSharp, a client per call"] = api => new RestSharpRequestsByNewClients(api),
        ["Refit"] = api => new RefitRequests(api.CreateClient()),
        ["Refit, ApiResponse"] = api => new RefitRequestsByApiResponse(api.CreateClient()),
    };

    public static TheoryData<string> Libraries => [.. RequestsByLibrary.Keys];

    [Theory]
    [MemberData(nameof(Libraries))]
    public async Task Every_library_gets_the_same_answers(string library)
    {
        using var requests = RequestsByLibrary[library](await TargetApiHost.GetAsync());

        var rates = (LiveRates?)await requests.Send(Request.Get);
        rates!.Rates.Should().Equal(new Dictionary<string, Rate> { ["EURGBP"] = new(0.891533m, 1619544185) });
        rates.Code.Should().Be(200);
        (await requests.Send(Request.Post)).Should().BeEquivalentTo(
            new Payment("invoice 42", 100.10m, "EUR", "EUR", 1, 100.10m, default), options => options.Excluding(payment => payment.Date));
        (await requests.Send(Request.Error)).Should().Be("There is no rate for pairs 'EURXXX'; this API knows EURGBP.");
    }

    [Fact]
    public async Task Every_library_makes_the_same_payment()
    {
        var application = (await PaymentApp.GetAsync(useKestrel: false)).Services;
        var ways = new HttpClientPayment();
        await ways.SetUp();

        Payment[] payments =
        [
            await ways.ReadAsString(), await ways.ReadAsStream(), await ways.SourceGeneratedJson(),
            await PayBy<HttpClientRates>(application), await PayBy<RestSharpRates>(application),
            await PayBy<RefitRates>(application),
        ];

        payments.Should().AllBeEquivalentTo(
            new Payment("invoice 42", 100.10m, "EUR", "GBP", 0.891533m, 89.24m, default),
            options => options.Excluding(payment => payment.Date));
        payments.Select(payment => payment.Date).Should().OnlyContain(
            date => Math.Abs(date.DayNumber - DateOnly.FromDateTime(DateTime.UtcNow).DayNumber) <= 1);
    }

    private static Task<Payment> PayBy<TRates>(IServiceProvider application)
        where TRates : IRatesClient =>
        application.GetRequiredService<PaymentHandler<TRates>>().HandleAsync(
            HandlerBenchmarks.EuroToPound, TestContext.Current.CancellationToken);
}
