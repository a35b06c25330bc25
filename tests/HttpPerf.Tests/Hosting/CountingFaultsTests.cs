using System.Diagnostics;
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
    public async Task A_server_that_dies_while_it_counts_is_quoted()
    {
        await using var host = await Api.StartBrokenAsync();
        var counters = HostCounters.For([host]);
        await counters.Start(Cancellation);

        Process.GetProcessById(host.ProcessId).Kill();

        (await MessageOfAsync(() => counters.Stop(Cancellation))).Should().Be(
            "BrokenApi ended by itself with exit code 137; nothing measured since can count. It wrote no output.");
    }

    [Fact]
    public async Task A_server_that_hangs_is_given_up_and_quoted()
    {
        await using var host = await Api.StartBrokenAsync();
        await Api.GetAsync(host, "print/1");
        await Eventually.HoldsAsync(() => host.Output.Length > 0);
        var counters = HostCounters.For([host]);
        await counters.Start(Cancellation);
        await SignalAsync(host, "STOP");

        try
        {
            (await MessageOfAsync(() => counters.Stop(Cancellation))).Should().Be(
                "BrokenApi did not answer 'count stop' within 5 s, so what happened in it isn't known. It hangs. " +
                "The last lines of its output:\n\n  line 1");
        }
        finally
        {
            await SignalAsync(host, "CONT");
        }
    }

    [Fact]
    public async Task A_late_answer_is_not_taken_for_the_next_one()
    {
        await using var host = await Api.StartBrokenAsync();
        var counters = HostCounters.For([host]);
        await SignalAsync(host, "STOP");
        await MessageOfAsync(() => counters.Start(Cancellation));
        await SignalAsync(host, "CONT");

        var counted = await Counted.WhileAsync(counters, () => Api.GetAsync(host, "orders/3"));

        counted.Total("server.orders.taken").Should().Be(3);
    }

    [Fact]
    public async Task A_stopped_host_can_not_count()
    {
        var host = await Api.StartBrokenAsync();
        await host.DisposeAsync();

        (await MessageOfAsync(() => HostCounters.For([host]).Start(Cancellation))).Should().Be(
            "BrokenApi was asked to 'count start' after it had been stopped. Keep its host until all is measured.");
    }

    [Fact]
    public async Task What_the_server_can_not_count_is_said()
    {
        await using var host = await Api.StartBrokenAsync();

        (await MessageOfAsync(() => host.ServerCounters.Stop(Cancellation))).Should().Be(
            "BrokenApi could not 'count stop': Nothing is being counted.");
    }

    [Fact]
    public async Task A_request_that_does_not_end_holds_nothing_up_for_long()
    {
        await using var host = await Api.StartBrokenAsync();
        using var client = host.CreateClient();
        using var giveUp = CancellationTokenSource.CreateLinkedTokenSource(Cancellation);
        Task<HttpResponseMessage>? stalled = null;

        var counted = await Counted.WhileAsync(HostCounters.For([host]), async () =>
        {
            stalled = client.GetAsync("stall", giveUp.Token);
            await Api.GetAsync(host, "about");
        });

        counted.Total("server.requests").Should().Be(1);
        await giveUp.CancelAsync();
        await stalled.Invoking(task => task!).Should().ThrowAsync<OperationCanceledException>();
    }

    [Fact]
    public async Task A_failed_handshake_and_a_refused_connection_are_none()
    {
        await using var host = await Api.StartBrokenAsync();
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
        await using var host = await Api.StartBrokenAsync();

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

    private static async Task<string> MessageOfAsync(Func<Task> count) =>
        (await count.Should().ThrowAsync<HostException>()).Which.Message;

    private static async Task SignalAsync(ChildProcessHost host, string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{host.ProcessId}"]);
        await kill.WaitForExitAsync(Cancellation);
    }
}
