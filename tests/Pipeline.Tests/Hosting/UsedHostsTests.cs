using FluentAssertions;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>Alone, because any host that is used meanwhile would count.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class UsedHostsTests
{
    [Fact]
    public async Task A_host_that_a_benchmark_has_stopped_was_used_nevertheless()
    {
        var hosts = new UsedHosts();
        var before = hosts.WereUsed;
        await using (var host = await HostedApis.StartBrokenAsync())
            host.CreateClient().Dispose();

        (before, hosts.WereUsed, hosts.Running.Count).Should().Be((false, true, 0));
    }
}
