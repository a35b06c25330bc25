using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Tests.Counting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>Servers that can't be asked to count. What else this process does meanwhile doesn't matter.</summary>
public sealed class AgentFaultsTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_server_that_dies_while_it_counts_is_quoted()
    {
        await using var host = await HostedApis.StartBrokenAsync();
        var counters = HostCounters.For([host]);
        await counters.Start(Cancellation);

        Process.GetProcessById(host.ProcessId).Kill();

        (await MessageOfAsync(() => counters.Stop(Cancellation))).Should().Be(
            "BrokenApi ended by itself with exit code 137; measurements since then don't count. It wrote no output.");
    }

    [Fact]
    public async Task A_server_that_hangs_is_given_up_and_quoted()
    {
        await using var host = await HostedApis.StartBrokenAsync();
        await HostedApis.GetAsync(host, "print/1");
        await Eventually.HoldsAsync(() => host.Output.Length > 0);
        var counters = HostCounters.For([host]);
        await counters.Start(Cancellation);
        await SignalAsync(host, "STOP");

        try
        {
            (await MessageOfAsync(() => counters.Stop(Cancellation))).Should().Be(
                "BrokenApi did not answer 'count stop' within 5 s, so its counters are unknown. It probably hangs. " +
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
        await using var host = await HostedApis.StartBrokenAsync();
        var counters = HostCounters.For([host]);
        await SignalAsync(host, "STOP");
        await MessageOfAsync(() => counters.Start(Cancellation));
        await SignalAsync(host, "CONT");

        var counted = await Counted.WhileAsync(counters, () => HostedApis.GetAsync(host, "orders/3"));

        counted.Total("server.orders.taken").Should().Be(3);
    }

    [Fact]
    public async Task A_stopped_host_can_not_count()
    {
        var host = await HostedApis.StartBrokenAsync();
        await host.DisposeAsync();

        (await MessageOfAsync(() => HostCounters.For([host]).Start(Cancellation))).Should().Be(
            "BrokenApi was asked to 'count start' after it had been stopped. Keep its host until all is measured.");
    }

    [Fact]
    public async Task What_the_server_can_not_count_is_said()
    {
        await using var host = await HostedApis.StartBrokenAsync();

        (await MessageOfAsync(() => host.ServerCounters.Stop(Cancellation))).Should().Be(
            "BrokenApi could not 'count stop': Nothing is being counted.");
    }

    private static async Task<string> MessageOfAsync(Func<Task> count) =>
        (await count.Should().ThrowAsync<HostException>()).Which.Message;

    private static async Task SignalAsync(ChildProcessHost host, string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{host.ProcessId}"]);
        await kill.WaitForExitAsync(Cancellation);
    }
}
