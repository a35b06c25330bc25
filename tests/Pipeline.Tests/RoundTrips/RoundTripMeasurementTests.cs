using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using HttpPerf.Reporting;
using HttpPerf.Tests.Measuring;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.RoundTrips;

/// <summary>
/// Clients and an API on real sockets. Beside others, their calls vary so much that deciding takes minutes, of which most is waiting.
/// </summary>
[Collection(nameof(RealMeasurements))]
public sealed class RoundTripMeasurementTests(KnownApi api, ITestOutputHelper output) : IClassFixture<KnownApi>
{
    [Fact]
    public async Task A_request_on_an_open_connection_is_one()
    {
        using var client = api.CreateClient();

        await Expect(1, "GET /item/*", () => client.GetStringAsync("/item/1"));
    }

    [Fact]
    public async Task Two_requests_in_sequence_are_two_and_at_once_they_are_one()
    {
        using var client = api.CreateClient();

        await Expect(2, "2 × GET /item/* one after another", async () =>
        {
            await client.GetStringAsync("/item/1");
            await client.GetStringAsync("/item/2");
        });
        await Expect(1, "2 × GET /item/* at once", () =>
            Task.WhenAll(client.GetStringAsync("/item/1"), client.GetStringAsync("/item/2")));
    }

    [Fact]
    public async Task A_list_and_then_a_request_for_each_of_its_items_are_as_many_more_unless_they_are_sent_at_once()
    {
        using var client = api.CreateClient();

        await Expect(6, "GET /list, then 5 × GET /item/* one after another", async () =>
        {
            foreach (var item in await Items(client))
                await client.GetStringAsync($"/item/{item}");
        });
        await Expect(2, "GET /list, then 5 × GET /item/* at once", async () =>
            await Task.WhenAll((await Items(client)).Select(item => client.GetStringAsync($"/item/{item}"))));
    }

    [Fact]
    public async Task Connecting_is_one_and_a_TLS_handshake_another()
    {
        await Expect(2, "connect, then GET /item/*", async () =>
        {
            using var client = api.CreateClient();
            await client.GetStringAsync("/item/1");
        });
        await Expect(3, "connect, then TLS handshake, then GET /item/*", async () =>
        {
            using var client = api.CreateClient(api.SecureAddress);
            await client.GetStringAsync("/item/1");
        });
    }

    [Theory]
    [InlineData(100_000)]
    [InlineData(1_000_000)]
    public async Task A_body_is_one_however_many_parts_it_comes_in(int bytes)
    {
        using var client = api.CreateClient();

        await Expect(1, "GET /bytes/*", () => client.GetByteArrayAsync($"/bytes/{bytes}"));
    }

    [Fact]
    public async Task An_upload_is_one_and_with_Expect_100_continue_two()
    {
        using var client = api.CreateClient();
        var body = new byte[100_000];

        await Expect(1, "POST /upload", async () => (await client.PostAsync("/upload", new ByteArrayContent(body))).Dispose());
        client.DefaultRequestHeaders.ExpectContinue = true;
        await Expect(2, "POST /upload, then the body of POST /upload", async () =>
            (await client.PostAsync("/upload", new ByteArrayContent(body))).Dispose());
    }

    [Fact]
    public async Task A_redirect_is_one_more()
    {
        using var client = api.CreateClient();

        await Expect(2, "GET /moved, then GET /item/*", () => client.GetStringAsync("/moved"));
    }

    [Fact]
    public async Task Over_TLS_and_HTTP_2_the_same_is_counted()
    {
        using var secure = api.CreateClient(api.SecureAddress);
        using var plain2 = api.CreateClient(api.Http2Address, HttpVersion.Version20);
        using var secure2 = api.CreateClient(api.SecureAddress, HttpVersion.Version20);

        foreach (var client in new[] { secure, plain2, secure2 })
        {
            await Expect(2, "GET /list, then 5 × GET /item/* at once", async () =>
                await Task.WhenAll((await Items(client)).Select(item => client.GetStringAsync($"/item/{item}"))));
            await Expect(2, "2 × GET /item/* one after another", async () =>
            {
                await client.GetStringAsync("/item/1");
                await client.GetStringAsync("/item/2");
            });
        }
    }

    [Fact]
    public async Task A_call_of_blocking_sockets_is_counted_too()
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(api.Address.Host, api.Address.Port, TestContext.Current.CancellationToken);
        var request = Encoding.ASCII.GetBytes($"GET /item/1 HTTP/1.1\r\nHost: {api.Address.Authority}\r\n\r\n");
        var buffer = new byte[4096];

        var benchmark = Fake.Of(Fake.One, new VoidOperation(() =>
        {
            for (var i = 0; i < 3; i++)
            {
                socket.Send(request);
                while (!Encoding.ASCII.GetString(buffer, 0, socket.Receive(buffer)).EndsWith("0\r\n\r\n", StringComparison.Ordinal))
                {
                }
            }
        }));

        await Expect(3, "3 × GET /item/* one after another", benchmark);
    }

    [Fact]
    public async Task Of_a_call_with_several_operations_each_has_its_part()
    {
        using var client = api.CreateClient();
        var benchmark = Fake.Of(
            Fake.One, new TaskOperation(async () => await client.GetStringAsync("/item/1")), operations: 4);

        (await Measure(benchmark)).RoundTrips.Should().Be(Estimate.Exact(0.25));
    }

    [Fact]
    public async Task What_is_not_sent_over_the_network_has_no_round_trips_to_count()
    {
        using var client = api.CreateClient(api.DirectAddress);

        (await Sample(Fake.Of(Fake.One, () => client.GetStringAsync("/item/1")))).Obstacle.Should().Be(
            new RoundTripObstacle.OtherPort(api.DirectAddress.Port));
    }

    /// <summary>A first look has 12 rounds, of calls with a latency of 0, d and 2d.</summary>
    [Theory]
    [InlineData(0, 1, 4)]
    [InlineData(0, 100, 1)]
    [InlineData(5, 1, 23.72)]
    [InlineData(100, 1, 64)]
    [InlineData(100, 25, 16.6667)]
    public void Latency_is_long_where_calls_vary_but_leaves_time_for_a_first_look(
        double deviation, int roundTrips, double milliseconds)
    {
        double[] calls = [20, 20, 20 + deviation, 20 + deviation, 20 + deviation, 20 + (2 * deviation), 20 + (2 * deviation), 20];

        var latency = RoundTripMeasurement.FitLatency(calls, 20 + deviation + (4 * roundTrips), TimeSpan.FromSeconds(15));

        latency.TotalMilliseconds.Should().BeApproximately(milliseconds, 0.01);
    }

    [Fact]
    public async Task A_call_that_fails_says_why()
    {
        var samples = await Sample(Fake.Of(Fake.One, () => Task.FromException(new InvalidOperationException("It is broken."))));

        samples.Rounds.Should().BeEmpty();
        samples.Failure.Should().Contain("It is broken.");
    }

    private static async Task<int[]> Items(HttpClient client) =>
        [.. (await client.GetStringAsync("/list")).Trim('[', ']').Split(',').Select(item => int.Parse(item, CultureInfo.InvariantCulture))];

    private Task Expect(int roundTrips, string steps, Func<Task> call) => Expect(roundTrips, steps, Fake.Of(Fake.One, call));

    private async Task Expect(int roundTrips, string steps, Benchmark benchmark)
    {
        var measured = await Measure(benchmark);

        measured.RoundTrips.Should().Be(Estimate.Exact(roundTrips));
        RoundTripText.Describe(measured.Samples.Steps).Should().Be(steps);
    }

    private async Task<RoundTripComparison> Measure(Benchmark benchmark)
    {
        var samples = await Sample(benchmark);
        (samples.Obstacle, samples.Failure).Should().Be((null, null));
        var slopes = samples.Rounds.Select(r => (r.Twice.Time - r.Once.Time) / (r.Twice.Latency - r.Once.Latency)).Order().ToList();
        output.WriteLine(FormattableString.Invariant(
            $"{slopes[slopes.Count / 2]:0.00} ({slopes[0]:0.00}…{slopes[^1]:0.00}), {slopes.Count} rounds, latency {samples.Latency}"));
        return RoundTripComparison.Of(samples);
    }

    /// <summary>By default, until it is decided, however busy the machine is.</summary>
    private async Task<RoundTripSamples> Sample(Benchmark benchmark, TimeSpan? budget = null)
    {
        var plan = MeasurementPlan.Default with { Budget = new(budget ?? TimeSpan.FromMinutes(20)) };
        var measurement = new RoundTripMeasurement(
            new(plan, new NoSystem(), new NoListener()),
            api.Network,
            new ClientTraffic(api.Network),
            samples => RoundTripComparison.Of(samples).IsExact);
        return (await measurement.Measure([benchmark], TestContext.Current.CancellationToken)).Single();
    }
}
