using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>Resources of a server's process, as its agent reads them.</summary>
public sealed class HostUsageTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_reading_does_not_contain_the_readings_before_it()
    {
        await using var host = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
        var usage = new HostUsage([host]);

        var bytes = new List<long>();
        for (var i = 0; i < 100; i++)
            bytes.Add((await usage.Read(Cancellation)).AllocatedBytes);

        // The server has timers of its own, the more of them the longer this takes. What the agent allocates for a response would show in
        // every difference.
        bytes.Zip(bytes.Skip(1), (before, after) => after - before).Should().Contain(0);
    }

    [Fact]
    public async Task Requests_cost_bytes_and_processor_time()
    {
        await using var host = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
        using var client = host.CreateClient();
        var usage = new HostUsage([host]);
        await client.GetStringAsync("/", Cancellation);

        var before = await usage.Read(Cancellation);
        for (var i = 0; i < 100; i++)
            await client.GetStringAsync("/", Cancellation);
        var after = await usage.Read(Cancellation);

        (after.AllocatedBytes - before.AllocatedBytes).Should().BeGreaterThan(100 * 100);
        after.CpuTime.Should().BeGreaterThan(before.CpuTime);
    }

    [Fact]
    public async Task Several_servers_are_added_up()
    {
        await using var first = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
        await using var second = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);

        var single = await new HostUsage([first]).Read(Cancellation);
        var both = await new HostUsage([first, second]).Read(Cancellation);

        new HostUsage([first, second]).Unread.Should().BeNull();
        both.AllocatedBytes.Should().BeGreaterThan(single.AllocatedBytes + 100_000, "starting a server takes more than that");
    }

    [Fact]
    public async Task Where_a_server_has_no_process_of_its_own_the_reason_is_given()
    {
        await using var child = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
        await using var inMemory = await InMemoryHost.StartAsync<Program>(cancellationToken: Cancellation);
        await using var external = await ExternalHost.ConnectAsync(child.BaseAddress.ToString(), Cancellation);

        new HostUsage([]).Unread.Should().Be(UnreadUsage.NoServer);
        new HostUsage([child, inMemory]).Unread.Should().Be(UnreadUsage.SharedProcess);
        new HostUsage([external]).Unread.Should().Be(UnreadUsage.ExternalServer);
    }

    [Fact]
    public async Task A_server_that_has_ended_is_an_error_that_names_it()
    {
        await using var host = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
        await host.DisposeAsync();

        await new HostUsage([host]).Invoking(usage => usage.Read(Cancellation))
            .Should().ThrowAsync<HostException>().WithMessage("TargetApi was asked to 'read usage' after it had been stopped.*");
    }
}
