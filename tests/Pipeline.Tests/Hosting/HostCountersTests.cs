using System.Net.Sockets;
using System.Text;
using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.EarlierBuilds;
using HttpPerf.Hosting;
using HttpPerf.Tests.Counting;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace HttpPerf.Tests.Hosting;

[Collection(nameof(Alone))]
public sealed class HostCountersTests(HostCountersTests.Fixture fixture) : IClassFixture<HostCountersTests.Fixture>
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(false, 0)]
    [InlineData(true, 7)]
    public async Task Every_connection_opened_is_accepted_and_shakes_hands_over_https_only(bool secure, int handshakes)
    {
        var host = fixture.TargetApi;

        var counted = await WhileAsync(host, async () =>
        {
            for (var request = 0; request < 7; request++)
                await GetAsync(host, secure);
        });

        var port = $"{(secure ? host.SecureAddress! : host.BaseAddress).Port}";
        var scheme = ("url.scheme", secure ? "https" : "http");
        counted.Total("http.client.connections.opened").Should().Be(7);
        counted.Total("http.client.connections.opened", scheme, ("server.port", port), ("network.protocol.version", "1.1")).Should().Be(7);
        counted.Total("http.client.connections.closed").Should().Be(7);
        counted.Total("http.client.requests", ("http.response.status_code", "200")).Should().Be(7);
        counted.Total("sockets.connected").Should().Be(7);
        counted.Total("tls.handshakes").Should().Be(handshakes);
        counted.Total("dns.lookups").Should().Be(0);
        counted.Total("server.connections.accepted").Should().Be(7);
        counted.Total("server.connections.accepted", ("server.port", port), ("network.transport", "tcp")).Should().Be(7);
        counted.Total("server.tls.handshakes").Should().Be(handshakes);
        counted.Total("server.requests").Should().Be(7);
        counted.Total("server.requests", scheme, ("http.route", "/"), ("http.response.status_code", "200")).Should().Be(7);
        counted.NotApplicable.Keys.Should().NotContain(name => name.EndsWith('*'));
    }

    [Theory]
    [InlineData("1.1")]
    [InlineData("2.0")]
    public async Task A_kept_client_opens_nothing_more(string version)
    {
        var host = fixture.TargetApi;
        using var client = host.CreateClient(secure: true);
        client.DefaultRequestVersion = Version.Parse(version);
        client.DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact;
        await client.GetStringAsync("/", Cancellation);

        var counted = await WhileAsync(host, async () =>
        {
            for (var request = 0; request < 20; request++)
                await client.GetStringAsync("/", Cancellation);
        });

        string[] connecting =
        [
            "http.client.connections.opened", "tls.handshakes", "sockets.connected", "server.connections.accepted", "server.tls.handshakes",
        ];
        foreach (var name in connecting)
            counted.ShouldHaveStoodStill(name);
        counted.Total("http.client.requests", ("network.protocol.version", version.TrimEnd('0', '.'))).Should().Be(20);
        counted.Total("server.requests").Should().Be(20);
    }

    [Fact]
    public async Task Every_byte_on_the_wire_is_counted()
    {
        var host = fixture.TargetApi;
        using var client = host.CreateClient();
        await client.GetStringAsync("/", Cancellation);
        var request = Encoding.ASCII.GetBytes($"GET / HTTP/1.1\r\nHost: {host.BaseAddress.Authority}\r\n\r\n");

        var counted = await WhileAsync(host, async () =>
        {
            for (var i = 0; i < 20; i++)
                await client.GetStringAsync("/", Cancellation);
        });

        counted.Total("wire.bytesSent").Should().Be(20 * request.Length);
        counted.Total("wire.bytesReceived").Should().Be(20 * await AnswerLength(host.BaseAddress, request));
    }

    [Fact]
    public async Task Lines_that_the_server_writes_are_counted_and_not_on_the_wire()
    {
        using var client = fixture.BrokenApi.CreateClient();
        await client.GetStringAsync("log/00", Cancellation);
        Task<CounterReadings> While(string path) => WhileAsync(fixture.BrokenApi, async () =>
        {
            for (var i = 0; i < 5; i++)
                await client.GetStringAsync(path, Cancellation);
        });

        var (silent, logging) = (await While("log/00"), await While("log/20"));

        silent.ShouldHaveStoodStill("server.output.lines");
        logging.Total("server.output.lines").Should().Be(100);
        logging.Total("wire.bytesReceived").Should().Be(silent.Total("wire.bytesReceived")).And.BePositive();
    }

    [Fact]
    public async Task Threads_that_block_are_counted_on_each_side()
    {
        using var client = fixture.BrokenApi.CreateClient();
        await client.GetStringAsync("blocking", Cancellation);

        var server = await WhileAsync(fixture.BrokenApi, async () =>
        {
            for (var request = 0; request < 5; request++)
                await client.GetStringAsync("blocking", Cancellation);
        });
        var both = await WhileAsync(fixture.BrokenApi, () =>
        {
            client.GetStringAsync("blocking", Cancellation).GetAwaiter().GetResult();
            return Task.CompletedTask;
        });

        (server.Total("threads.blocked"), server.Total("server.threads.blocked")).Should().Be((0, 5));
        (both.Total("threads.blocked"), both.Total("server.threads.blocked")).Should().Be((1, 1));
    }

    [Theory]
    [InlineData("ef", """SELECT "e"."Id", "e"."Amount" FROM "Entries" AS "e" WHERE "e"."Id" = @__id_0 LIMIT ?""", "FirstAsync(")]
    [InlineData("dapper", "SELECT Amount FROM Entries WHERE Id = @id", "QuerySingleAsync<")]
    [InlineData("plain", "SELECT Amount FROM Entries WHERE Id = ?", "ExecuteScalar(")]
    public async Task Queries_are_counted_with_the_line_in_the_handler_that_sends_them(string library, string query, string call)
    {
        await using var host = await ChildProcessHost.StartAsync(
            Path.Combine(TestProject.OutputOf("tests/Apis/Archive"), "Archive.dll"), cancellationToken: Cancellation);
        var source = await File.ReadAllLinesAsync(Path.Combine(TestProject.Repository, "tests/Apis/Archive/Program.cs"), Cancellation);
        var line = Array.FindIndex(source, text => text.Contains(call, StringComparison.Ordinal)) + 1;

        var counted = await WhileAsync(host, async () =>
        {
            await HostedApis.GetAsync(host, $"{library}/1");
            await HostedApis.GetAsync(host, $"{library}/21");
        });

        counted.Total("server.database.queries").Should().Be(22);
        counted.Total("server.database.queries", ("query", query), ("line", $"Program.cs:{line}")).Should().Be(22);
    }

    /// <summary>Sent by a socket, whose bytes nothing else touches.</summary>
    private static async Task<int> AnswerLength(Uri address, byte[] request)
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(address.Host, address.Port, Cancellation);
        await socket.SendAsync(request, Cancellation);
        var (answer, length) = (new byte[10_000], 0);
        while (!Encoding.ASCII.GetString(answer, 0, length).EndsWith("Hello, World!", StringComparison.Ordinal))
            length += await socket.ReceiveAsync(answer.AsMemory(length), Cancellation);
        return length;
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_session_that_may_be_resumed_shakes_hands_all_the_same(bool resume)
    {
        var host = fixture.TargetApi;

        var counted = await WhileAsync(host, async () =>
        {
            for (var request = 0; request < 5; request++)
            {
                using var handler = (SocketsHttpHandler)host.CreateHandler();
                handler.SslOptions.AllowTlsResume = resume;
                using var client = new HttpClient(handler);
                await client.GetStringAsync(host.SecureAddress, Cancellation);
            }
        });

        counted.Total("tls.handshakes", ("tls.protocol.version", "1.3")).Should().Be(5);
        counted.Total("server.tls.handshakes", ("tls.protocol.version", "1.3")).Should().Be(5);
    }

    [Fact]
    public async Task Clients_of_a_factory_are_counted()
    {
        var host = fixture.TargetApi;
        var services = new ServiceCollection().AddHttpClient("api").ConfigurePrimaryHttpMessageHandler(host.CreateHandler).Services;
        await using var container = services.BuildServiceProvider();

        var counted = await WhileAsync(host, async () =>
        {
            for (var request = 0; request < 3; request++)
            {
                using var client = container.GetRequiredService<IHttpClientFactory>().CreateClient("api");
                await client.GetStringAsync(host.BaseAddress, Cancellation);
            }
        });

        counted.Total("http.client.connections.opened").Should().Be(1);
        counted.Total("http.client.requests").Should().Be(3);
    }

    [Fact]
    public async Task Both_sides_agree_on_requests_at_once()
    {
        var host = fixture.TargetApi;
        using var client = host.CreateClient();

        var counted = await WhileAsync(host, () => Task.WhenAll(Enumerable.Range(0, 8).Select(async _ =>
        {
            for (var request = 0; request < 50; request++)
                await client.GetStringAsync("weatherforecast/100", Cancellation);
        })));

        counted.Total("http.client.requests").Should().Be(400);
        counted.Total("server.requests", ("http.route", "/weatherforecast/{size}")).Should().Be(400);
        counted.Total("server.connections.accepted").Should().Be(counted.Total("http.client.connections.opened")).And.BeInRange(1, 8);
    }

    [Fact]
    public async Task A_request_that_the_server_ends_after_its_response_is_waited_for()
    {
        var host = fixture.BrokenApi;

        var counted = await WhileAsync(host, () => HostedApis.GetAsync(host, "tidy"));

        counted.Total("server.requests", ("http.route", "/tidy")).Should().Be(1);
    }

    [Fact]
    public async Task What_an_API_counts_itself_is_known_with_its_tags()
    {
        var host = fixture.BrokenApi;

        var counted = await WhileAsync(host, () => HostedApis.GetAsync(host, "orders/12"));

        counted.Total("server.orders.taken", ("kind", "rush = 100 %")).Should().Be(12);
        counted.Counted.Should().NotContain(reading => reading.Name == "orders.taken");
    }

    [Fact]
    public async Task What_only_the_server_of_another_build_publishes_is_not_0_in_this_one()
    {
        var own = fixture.TargetApi;
        await using var other = await ChildProcessHost.StartAsync(
            Path.Combine(TestProject.OutputOf("tests/BrokenApi"), "BrokenApi.dll"), cancellationToken: Cancellation);
        await HostedApis.GetAsync(other, "orders/1");
        var build = new BuildOfCase(own.Folders.Single(), other.Folders.Single(), _ => false, "only that build publishes it");

        var counted = await Counted.WhileAsync(HostCounters.For([own, other], build), () => HostedApis.GetAsync(own, ""));

        counted.Counted.Should().NotContain(reading => reading.Name == "server.orders.taken");
        counted.NotApplicable.Should().Contain("server.orders.taken", "only that build publishes it");
        counted.Total("server.requests").Should().Be(1, "both publish it");

        var alone = await Counted.WhileAsync(HostCounters.For([other], build), () => HostedApis.GetAsync(other, "orders/2"));
        alone.Total("server.orders.taken").Should().Be(2, "where a build has no server of its own, it may use the other's");
    }

    [Fact]
    public async Task What_only_the_other_build_publishes_in_this_process_is_not_0_in_this_one()
    {
        using var meter = new System.Diagnostics.Metrics.Meter("of the other build");
        var histogram = meter.CreateHistogram<int>("other.sizes");
        var build = new BuildOfCase("own", "other", name => name == "other.sizes", "only that build publishes it");

        var counted = await Counted.WhileAsync(HostCounters.For([], build), () => Task.Run(() => histogram.Record(3)));

        counted.NotApplicable.Should()
            .Contain("other.sizes", "only that build publishes it").And.Contain("other.sizes.sum", "only that build publishes it");
    }

    [Fact]
    public async Task What_happens_before_and_after_is_not_counted()
    {
        var host = fixture.BrokenApi;
        var counters = HostCounters.For([host]);
        await HostedApis.GetAsync(host, "orders/1");

        await Counted.WhileAsync(counters, () => HostedApis.GetAsync(host, "orders/2"));
        await HostedApis.GetAsync(host, "orders/4");
        var counted = await Counted.WhileAsync(counters, () => HostedApis.GetAsync(host, "orders/8"));

        counted.Total("server.orders.taken").Should().Be(8);
        counted.Total("server.requests").Should().Be(1);
        counted.Total("http.client.connections.opened").Should().Be(1);
    }

    [Fact]
    public async Task A_server_that_stands_still_counts_nothing_but_its_own_answer()
    {
        var host = fixture.TargetApi;

        var counted = await WhileAsync(host, () => Task.CompletedTask);

        string[] still =
        [
            "server.requests", "server.connections.accepted", "server.tls.handshakes", "server.gc.gen0", "server.gc.gen1", "server.gc.gen2",
        ];
        foreach (var name in still)
            counted.ShouldHaveStoodStill(name);
    }

    private static Task<CounterReadings> WhileAsync(ApiHost host, Func<Task> work) => Counted.WhileAsync(HostCounters.For([host]), work);

    private static async Task GetAsync(ApiHost host, bool secure)
    {
        using var client = host.CreateClient(secure);
        await client.GetStringAsync("/", Cancellation);
    }

    public sealed class Fixture : IAsyncLifetime
    {
        internal ApiHost TargetApi { get; private set; } = null!;

        internal ApiHost BrokenApi { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            TargetApi = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
            BrokenApi = await HostedApis.StartBrokenAsync();
        }

        public async ValueTask DisposeAsync()
        {
            await TargetApi.DisposeAsync();
            await BrokenApi.DisposeAsync();
        }
    }
}
