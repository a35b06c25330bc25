using System.Net;
using System.Net.Sockets;
using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Tests.Counting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

[Collection(nameof(Alone))]
public sealed class CountingFaultsTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_request_that_does_not_end_holds_nothing_up_for_long()
    {
        await using var host = await HostedApis.StartBrokenAsync();
        using var client = host.CreateClient();
        using var giveUp = CancellationTokenSource.CreateLinkedTokenSource(Cancellation);
        Task<HttpResponseMessage>? stalled = null;

        var counted = await Counted.WhileAsync(HostCounters.For([host]), async () =>
        {
            stalled = client.GetAsync("stall", giveUp.Token);
            await HostedApis.GetAsync(host, "about");
        });

        counted.Total("server.requests").Should().Be(1);
        await giveUp.CancelAsync();
        await stalled.Invoking(task => task!).Should().ThrowAsync<OperationCanceledException>();
    }

    [Fact]
    public async Task Instruments_that_throw_or_hang_are_named_and_the_others_count()
    {
        await using var host = await HostedApis.StartBrokenAsync("instruments");

        var counted = await Counted.WhileAsync(HostCounters.For([host]), () => HostedApis.GetAsync(host, "orders/3"));

        counted.Total("server.orders.taken").Should().Be(3);
        counted.ShouldHaveStoodStill("server.orders.known");
        counted.Broken.Should().BeEquivalentTo("server.orders.disposed", "server.orders.stored");
        counted.NotApplicable["server.orders.disposed"].Should().Be("its callback threw ObjectDisposedException");
        counted.NotApplicable["server.orders.stored"].Should().Be("its callback takes longer than 2 s");
    }

    [Fact]
    public async Task A_tag_for_every_order_fills_no_memory()
    {
        await using var host = await HostedApis.StartBrokenAsync();

        var counted = await Counted.WhileAsync(HostCounters.For([host]), () => HostedApis.GetAsync(host, "orders/tagged/10001"));

        counted.NotApplicable["server.orders.tagged"].Should().Be("it has more than 10,000 sets of tags");
        counted.Total("server.requests").Should().Be(1);
    }

    [Fact]
    public async Task A_failed_handshake_and_a_refused_connection_are_none()
    {
        await using var host = await HostedApis.StartBrokenAsync();
        using var distrusting = new HttpClient(new SocketsHttpHandler { UseProxy = false });

        var counted = await Counted.WhileAsync(HostCounters.For([host]), async () =>
        {
            foreach (var address in new[] { host.SecureAddress, new Uri($"http://127.0.0.1:{Ports.FindFree()}") })
            {
                await distrusting.Invoking(client => client.GetAsync(address, Cancellation))
                    .Should().ThrowAsync<HttpRequestException>();
            }
        });

        counted.ShouldHaveStoodStill("tls.handshakes");
        counted.ShouldHaveStoodStill("http.client.connections.opened");
        counted.Total("sockets.connected").Should().Be(1);
        counted.Total("http.client.requests").Should().Be(2);
        counted.ShouldHaveStoodStill("server.requests");
    }

    [Fact]
    public async Task A_handshake_that_fails_in_the_server_is_none()
    {
        await using var host = await HostedApis.StartBrokenAsync();

        var counted = await Counted.WhileAsync(HostCounters.For([host]), async () =>
        {
            using var client = new TcpClient();
            await client.ConnectAsync(IPAddress.Loopback, host.SecureAddress!.Port, Cancellation);
            await client.GetStream().WriteAsync("This is no greeting.\r\n"u8.ToArray(), Cancellation);
            await client.GetStream().CopyToAsync(Stream.Null, Cancellation);
        });

        counted.Total("server.connections.accepted").Should().Be(1);
        counted.Total("server.kestrel.tls_handshake.duration").Should().Be(1);
        counted.ShouldHaveStoodStill("server.tls.handshakes");
    }
}
