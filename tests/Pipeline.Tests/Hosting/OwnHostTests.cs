using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.Fixtures;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>Hosts that users write.</summary>
public sealed class OwnHostTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Clients_reach_it_and_it_is_listed_until_it_stops()
    {
        var host = OwnHost.Start(Ports.FindFree());

        ApiHost.Active.Should().Contain(host);
        using (var client = host.CreateClient())
            (await client.GetStringAsync("orders/1", Cancellation)).Should().Be("/api/orders/1");

        await host.DisposeAsync();
        ApiHost.Active.Should().NotContain(host);
        using var late = host.CreateClient();
        var call = () => late.GetStringAsync("orders/1", Cancellation);
        await call.Should().ThrowAsync<HttpRequestException>();
    }

    [Fact]
    public async Task A_measurement_knows_that_it_is_used_and_that_it_reports_nothing()
    {
        await using var host = OwnHost.Start(Ports.FindFree());
        var used = new UsedHosts();
        used.Running.Should().NotContain(host);

        using var client = host.CreateClient();

        used.Running.Should().Contain(host);
        new HostUsage([host]).Unread.Should().Be(UnreadUsage.ExternalServer);
        $"{host}".Should().Be($"paths at {host.BaseAddress.ToString().TrimEnd('/')}");
    }
}
