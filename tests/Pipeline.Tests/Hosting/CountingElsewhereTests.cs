using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Tests.Counting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>Counts if the server is no process of its own.</summary>
[Collection(nameof(Alone))]
public sealed class CountingElsewhereTests
{
    private const string InMemory = "requests go in memory, without sockets";
    private const string Shared = "the server shares the process of its clients, whose collections can't be told from its own";

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task In_memory_there_are_requests_but_no_connections()
    {
        await using var host = await InMemoryHost.StartAsync<Program>(cancellationToken: Cancellation);

        var counted = await Counted.WhileAsync(HostCounters.For([host]), () => GetAsync(host, 5));

        counted.Total("server.requests", ("http.route", "/")).Should().Be(5);
        counted.Total("body.bytesReceived").Should().Be(5 * "Hello, World!".Length);
        counted.NotApplicable
            .Where(other => other.Key.EndsWith('*'))
            .Should().Equal(new Dictionary<string, string>
            {
                ["http.client.*"] = InMemory,
                ["tls.*"] = InMemory,
                ["sockets.*"] = InMemory,
                ["wire.*"] = InMemory,
                ["dns.*"] = InMemory,
                ["server.gc.*"] = Shared,
                ["server.threads.*"] = "the server shares the process of its clients, whose threads can't be told from its own",
                ["server.output.*"] = "the server shares the process of its clients, whose output can't be told from its own",
                ["server.connections.*"] = InMemory,
                ["server.tls.*"] = InMemory,
                ["server.kestrel.*"] = InMemory,
            });
        counted.NotApplicable.Should().ContainKey("server.dotnet.exceptions");
        counted.Counted.Should().NotContain(reading =>
            reading.Name.StartsWith("http.client") || reading.Name == "sockets.connected" || reading.Name.StartsWith("server.gc"));
    }

    [Fact]
    public async Task On_a_socket_of_this_process_each_side_counts_its_own()
    {
        await using var host = await InMemoryHost.StartAsync<Program>(new() { UseKestrel = true }, Cancellation);

        var counted = await Counted.WhileAsync(HostCounters.For([host]), () => GetAsync(host, 5, secure: true));

        foreach (var name in new[] { "tls.handshakes", "sockets.connected", "http.client.connections.opened", "http.client.requests" })
            counted.Total(name).Should().Be(5, name);
        foreach (var name in new[] { "server.tls.handshakes", "server.connections.accepted", "server.requests" })
            counted.Total(name).Should().Be(5, name);
        counted.Total("tls.handshakes", ("tls.protocol.version", "1.3")).Should().Be(5);
        counted.NotApplicable.Should().Contain("server.gc.*", Shared).And.NotContainKey("server.connections.*")
            .And.Contain("wire.*", "the server's sockets are in the same process");
    }

    [Fact]
    public async Task Two_hosts_in_this_process_are_not_counted_twice_and_another_process_is_added()
    {
        await using var first = await InMemoryHost.StartAsync<Program>(cancellationToken: Cancellation);
        await using var second = await InMemoryHost.StartAsync<BrokenApi.Api>(cancellationToken: Cancellation);
        await using var child = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);

        var counted = await Counted.WhileAsync(HostCounters.For([first, second, child]), async () =>
        {
            await GetAsync(first, 3);
            await GetAsync(child, 2);
            await HostedApis.GetAsync(second, "about");
        });

        counted.Total("server.requests").Should().Be(6);
        counted.Total("server.connections.accepted").Should().Be(2);
        counted.Total("http.client.connections.opened").Should().Be(2);
    }

    [Fact]
    public async Task An_external_server_reports_nothing_and_the_sum_with_others_is_unknown()
    {
        await using var server = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
        await using var external = await ExternalHost.ConnectAsync(server.BaseAddress.ToString(), Cancellation);

        var counted = await Counted.WhileAsync(HostCounters.For([external, server]), () => GetAsync(external, 4));

        counted.Total("http.client.connections.opened").Should().Be(4);
        counted.NotApplicable.Should().Contain("server.*", "an external server reports nothing");
        counted.Counted.Should().NotContain(reading => reading.Name.StartsWith("server."));
    }

    [Fact]
    public async Task Without_a_host_only_this_process_counts()
    {
        var counted = await Counted.WhileAsync(HostCounters.For([]), () => Task.CompletedTask);

        counted.ShouldHaveStoodStill("http.client.connections.opened");
        counted.NotApplicable.Should().Contain("server.*", "no API that HttpPerf hosts is used");
    }

    private static async Task GetAsync(ApiHost host, int requests, bool secure = false)
    {
        for (var request = 0; request < requests; request++)
        {
            using var client = host.CreateClient(secure);
            await client.GetStringAsync("/", Cancellation);
        }
    }
}
