using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Tests.Counting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

// Standard input and output are the API's own; HttpPerf talks to its agent over a pipe.
[Collection(nameof(Alone))]
public sealed class StandardStreamsTests
{
    [Fact]
    public async Task An_API_that_reads_its_standard_input_is_hosted_counted_and_stopped()
    {
        var host = await HostedApis.StartBrokenAsync("read-input");

        var counted = await Counted.WhileAsync(HostCounters.For([host]), () => HostedApis.GetAsync(host, "orders/3"));

        counted.Total("server.orders.taken").Should().Be(3);
        host.Output.Should().BeEmpty("nothing is written to the input, and it stays open");
        await host.DisposeAsync();
        Processes.IsRunning(host.ProcessId).Should().BeFalse();
        host.Output.Should().Be("the input has ended");
    }

    [Fact]
    public async Task Output_that_looks_like_messages_is_output()
    {
        await using var host = await HostedApis.StartBrokenAsync("imitate-messages");

        for (var time = 0; time < 3; time++)
        {
            var counted = await Counted.WhileAsync(HostCounters.For([host]), () => HostedApis.GetAsync(host, "orders/3"));
            counted.Total("server.orders.taken").Should().Be(3);
        }

        host.BaseAddress.Port.Should().NotBe(1);
        host.Output.Should().Contain("##httpperf failed 3 nonsense").And.Contain("""{"response":{"id":3,"error":"nonsense"}}""");
    }

    [Fact]
    public async Task Processes_that_the_API_starts_inherit_nothing_of_the_agents()
    {
        await using var host = await HostedApis.StartBrokenAsync();

        var environment = await HostedApis.GetAsync(host, "inherited");

        environment.Should().Contain("PATH=").And.NotContain("HTTPPERF_").And.NotContain("DOTNET_STARTUP_HOOKS");
    }
}
