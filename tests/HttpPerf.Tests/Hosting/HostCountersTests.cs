using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.Hosting;
using HttpPerf.Tests.Counting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

[Collection(nameof(Alone))]
public sealed class HostCountersTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(false, 0)]
    [InlineData(true, 7)]
    public async Task Every_connection_opened_is_accepted_and_shakes_hands_over_https_only(bool secure, int handshakes)
    {
        await using var host = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);

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
        await using var host = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
        using var client = host.CreateClient(secure: true);
        client.DefaultRequestVersion = Version.Parse(version);
        client.DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact;
        await client.GetStringAsync("/", Cancellation);

        var counted = await WhileAsync(host, async () =>
        {
            for (var request = 0; request < 20; request++)
                await client.GetStringAsync("/", Cancellation);
        });

        foreach (var name in new[] { "http.client.connections.opened", "tls.handshakes", "sockets.connected", "server.connections.accepted", "server.tls.handshakes" })
            counted.ShouldHaveStoodStill(name);
        counted.Total("http.client.requests", ("network.protocol.version", version.TrimEnd('0', '.'))).Should().Be(20);
        counted.Total("server.requests").Should().Be(20);
    }

    private static Task<CounterReadings> WhileAsync(ApiHost host, Func<Task> work) => Counted.WhileAsync(HostCounters.For([host]), work);

    private static async Task GetAsync(ApiHost host, bool secure)
    {
        using var client = host.CreateClient(secure);
        await client.GetStringAsync("/", Cancellation);
    }
}
