using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Model.Faults;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>Alone, because any server that dies meanwhile would be blamed.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class ServerDeathTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_server_that_dies_in_use_says_so_with_exit_code_and_output()
    {
        await using var host = await HostedApis.StartBrokenAsync();
        await host.Invoking(broken => HostedApis.GetAsync(broken, "crash")).Should().ThrowAsync<HttpRequestException>();

        var failure = await host.FindFailureAsync(TimeSpan.FromSeconds(30));

        failure.Should()
            .StartWith(
                "BrokenApi ended by itself with exit code 134; measurements since then don't count. The last lines of its output:\n\n  ")
            .And.Contain("the disk is on fire");
        host.Failure.Should().Be(failure);
    }

    [Fact]
    public async Task A_failure_is_still_known_after_the_host_is_disposed()
    {
        var host = await HostedApis.StartBrokenAsync();
        Process.GetProcessById(host.ProcessId).Kill();
        await host.FindFailureAsync(TimeSpan.FromSeconds(30));

        await host.DisposeAsync();

        host.Failure.Should().StartWith("BrokenApi ended by itself with exit code 137");
    }

    [Fact]
    public async Task A_healthy_server_has_no_failure()
    {
        await using var host = await HostedApis.StartBrokenAsync();

        (await host.FindFailureAsync(TimeSpan.Zero)).Should().BeNull();
    }

    [Fact]
    public async Task A_server_that_had_died_before_is_blamed_only_if_it_is_used_all_the_same()
    {
        await using var host = await HostedApis.StartBrokenAsync();
        Process.GetProcessById(host.ProcessId).Kill();
        await host.FindFailureAsync(TimeSpan.FromSeconds(30));
        var address = host.BaseAddress;
        var hosts = new UsedHosts();

        var unused = await hosts.FindFailureAsync();
        ApiHost.NoteRequest(address.Host, address.Port);
        var used = await hosts.FindFailureAsync();

        unused.Should().BeNull();
        var failed = used.Should().BeOfType<Fault.ServerFailed>().Subject;
        failed.Host.Should().Be(host.Description);
        failed.Failure.Should().StartWith("BrokenApi ended by itself with exit code 137");
    }
}
