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
        var time = fixture.Measured.Results!.Cases.Single(c => c.Name == "PlacingOrders.Place").Metrics["medianTime"];

        time.Value.Should().BeLessThan(30e6, "the mail server alone takes 30 ms");
    }

    [Fact]
    public void Rows_that_every_call_adds_are_noted() =>
        fixture.Measured["GrowingOrders.PlaceAndList"].Output.Should().MatchRegex(
            @"GrowingOrders\.PlaceAndList allocates [\d.]+× as much at the end of measuring as at the beginning: .* "
            + @"Does its data grow from call to call\?");

    [Fact]
    public void The_wait_of_a_rate_limiter_is_noted() =>
        fixture.Limited["LimitedRequests.One"].Output.Should().MatchRegex(
            @"LimitedRequests\.One takes between [\d.]+ ms and [\d.]+ ms in half of all calls, and .* of processor time\. "
            + "Something waits for a fixed time, e.g. a delay or a rate limiter");

    [Fact]
    public void An_order_that_does_not_exist_is_an_error_with_its_URL() =>
        fixture.Measured["MissingOrders.Missing"].Message.Should()
            .MatchRegex(@"It sent GET http://127\.0\.0\.1:\d+/orders/4200 and was answered 404\.");

    [Fact]
    public void Databases_are_gone_after_the_run() =>
        fixture.Leftovers.Should().BeEmpty();

    /// <summary>Two runs beside each other, of which one mostly waits.</summary>
    public sealed class Fixture : IAsyncLifetime
    {
        private static readonly TestProject Orders = new("Orders.PerfTests", TestProject.OutputOf("samples/Orders/PerfTests"));

        private static readonly string Thresholds =
            File.ReadAllText(Path.Combine(TestProject.Repository, "samples", "Orders", "PerfTests", "thresholds.json"));

        // A call behind the rate limiter takes 0.1 s.
        private static readonly Dictionary<string, string> Least = new()
        {
            ["HTTPPERF_BUDGET_SECONDS"] = "2",
            ["HTTPPERF_EPOCHS"] = "4",
            ["HTTPPERF_PROCESSES"] = "1",
            ["HTTPPERF_EXPLAIN"] = "0",
        };

        internal TestRun Measured { get; private set; } = null!;

        internal TestRun Limited { get; private set; } = null!;

        internal IReadOnlyList<string> Leftovers { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            await using var measured = Start("Category!=Limited");
            await using var limited = Start("Category=Limited");
            (Measured, Limited) = (await measured.Finish(), await limited.Finish());
            Leftovers = [.. measured.TemporaryFiles("orders-*"), .. limited.TemporaryFiles("orders-*")];
        }

        public ValueTask DisposeAsync() => default;

        private static ChildTestRun Start(string filter) =>
            ChildTestRun.Start(filter, Thresholds, Least, Orders, ChildTestRun.LowPriority);
    }
}
