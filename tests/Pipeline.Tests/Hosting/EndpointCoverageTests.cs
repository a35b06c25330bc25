using FluentAssertions;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>Alone, because requests to any server that is used meanwhile would count.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class EndpointCoverageTests
{
    [Fact]
    public async Task Endpoints_that_are_called_while_it_watches_are_found_among_all()
    {
        var hosts = new UsedHosts();
        await using var host = await HostedApis.StartBrokenAsync();
        using var client = host.CreateClient();
        var coverage = new EndpointCoverage(hosts);
        await client.GetAsync("other", TestContext.Current.CancellationToken);

        await coverage.Watch(() => client.GetAsync("error-page", TestContext.Current.CancellationToken));
        await client.GetAsync("body/empty", TestContext.Current.CancellationToken);

        var (all, matched) = coverage.Found.Should().ContainSingle().Which.Value;
        matched.Should().Equal("GET /error-page");
        all.Should().Contain(["GET /error-page", "GET /other"]).And.OnlyHaveUniqueItems();

        await coverage.Watch(() => client.GetAsync("other", TestContext.Current.CancellationToken));
        coverage.Found["BrokenApi"].Matched.Should().Equal("GET /error-page", "GET /other");
    }
}
