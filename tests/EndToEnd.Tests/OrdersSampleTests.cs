using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>The sample whose API has a database, a login, a mail server and a rate limiter, under its own limits.</summary>
public sealed class OrdersSampleTests(OrdersSampleTests.Fixture fixture) : IClassFixture<OrdersSampleTests.Fixture>
{
    [Theory]
    [InlineData("OrderRequests.One")]
    [InlineData("OrderRequests.OfCustomer")]
    [InlineData("PlacingOrders.Place")]
    public void Requests_that_need_a_login_and_rows_of_a_database_are_measured(string test) =>
        fixture.Measured[test].Outcome.Should().Be("Passed", fixture.Measured[test].Message);

    [Fact]
    public void A_replaced_service_is_not_waited_for()
    {
        var samples = fixture.Measured.Results!.Cases.Single(c => c.Name == "PlacingOrders.Place").Samples!;

        samples.Nanoseconds.SelectMany(times => times).Min().Should().BeLessThan(30e6, "the mail server alone takes 30 ms");
    }

    [Fact]
    public void Rows_that_every_call_adds_are_noted() =>
        fixture.Measured["GrowingOrders.PlaceAndList"].Output.Should().MatchRegex(
            @"GrowingOrders\.PlaceAndList allocates [\d.]+× as much at the end of measuring as at the beginning: .* "
            + @"Does its data grow from call to call\?");

    [Fact]
    public void An_order_that_does_not_exist_is_an_error_with_its_URL() =>
        fixture.Measured["MissingOrders.Missing"].Message.Should()
            .MatchRegex(@"It sent GET http://127\.0\.0\.1:\d+/orders/4200 and was answered 404\.");

    [Fact]
    public void Databases_are_gone_after_the_run() =>
        fixture.Leftovers.Should().BeEmpty();

    public sealed class Fixture : IAsyncLifetime
    {
        internal TestRun Measured { get; private set; } = null!;

        internal IReadOnlyList<string> Leftovers { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            await using var run = OrdersSample.Start("Category!=Limited", ChildTestRun.LowPriority);
            Measured = await run.Finish();
            Leftovers = run.TemporaryFiles("orders-*");
        }

        public ValueTask DisposeAsync() => default;
    }
}

/// <summary>The sample's rate limiter. It hardly computes, so others run beside it; a low priority would make its times vary.</summary>
public sealed class LimitedSampleTests
{
    [Fact]
    public async Task The_wait_of_a_rate_limiter_is_noted()
    {
        await using var limited = OrdersSample.Start("Category=Limited");
        var run = await limited.Finish();

        run["LimitedRequests.One"].Output.Should().MatchRegex(
            @"LimitedRequests\.One takes between [\d.]+ ms and [\d.]+ ms in half of all calls, and .* of processor time\. "
            + "Something waits for a fixed time, e.g. a delay or a rate limiter");
        limited.TemporaryFiles("orders-*").Should().BeEmpty();
    }
}

/// <summary>Starts runs of the sample.</summary>
file static class OrdersSample
{
    private static readonly TestProject Project = new("Orders.PerfTests", TestProject.OutputOf("samples/Orders/PerfTests"));

    private static readonly string Thresholds =
        File.ReadAllText(Path.Combine(TestProject.Repository, "samples", "Orders", "PerfTests", "thresholds.json"));

    // A call behind the rate limiter takes 0.1 s. On a busy machine single calls of any case have taken more than 2 s.
    private static readonly Dictionary<string, string> Least = new()
    {
        ["HTTPPERF_BUDGET_SECONDS"] = "5",
        ["HTTPPERF_EPOCHS"] = "4",
        ["HTTPPERF_PROCESSES"] = "1",
        ["HTTPPERF_SAMPLES"] = "1",
    };

    public static ChildTestRun Start(string filter, IReadOnlyList<string>? launcher = null) =>
        ChildTestRun.StartSample(filter, Thresholds, Least, Project, launcher);
}
