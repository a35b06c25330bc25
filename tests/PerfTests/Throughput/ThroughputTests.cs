using FluentAssertions;
using Xunit;

namespace HttpPerf.PerfTests;

public class ThroughputTests
{
    [PerfTheory<Throughput>]
    public void They_stay_within_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [Fact]
    public async Task Every_client_reads_the_same()
    {
        var clients = new Throughput();
        await clients.SetUp();

        foreach (var get in new[] { clients.Sockets, clients.HttpClient_AsItIs, clients.HttpClient_Tuned, clients.HttpClient_Http2 })
            (await get()).Should().Be("Hello, World!");

        clients.CleanUp();
    }
}
