using FluentAssertions;
using Xunit;

namespace HttpPerf.PerfTests;

public class LifetimeTests
{
    private readonly CountedConnections _connections = new();

    public static TheoryData<string> Versions => ["1.1", "2.0"];

    [PerfTheory<HttpLifetime>]
    public void Over_http_they_stay_within_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<HttpsLifetime>]
    public void Over_https_they_stay_within_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [Fact]
    public async Task Over_http_every_way_reads_the_same_and_only_disposed_clients_connect_for_each_request()
    {
        var ways = new HttpLifetime { ConnectCallback = _connections.Connect };
        await ways.SetUp();

        await Check(ways, ways.Disposed);

        ways.CleanUp();
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Over_https_every_way_reads_the_same_and_only_disposed_clients_connect_for_each_request(string version)
    {
        var ways = new HttpsLifetime { Version = version, ConnectCallback = _connections.Connect };
        await ways.SetUp();

        await Check(ways, ways.Disposed_ResumedSession, ways.Disposed_NewSession);

        ways.CleanUp();
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task A_resumed_session_spares_the_certificate(string version)
    {
        var ways = new HttpsLifetime { Version = version, ConnectCallback = _connections.Connect };
        await ways.SetUp();
        // Until then there may be no session to resume.
        await ways.Disposed_ResumedSession();

        var resumed = await BytesReadBy(ways.Disposed_ResumedSession);
        var anew = await BytesReadBy(ways.Disposed_NewSession);

        // The certificate and its signature are about 500 bytes.
        (anew - resumed).Should().BeGreaterThan(300 * LifetimeBenchmarks.Requests);
        ways.CleanUp();
    }

    [Fact]
    public async Task A_connection_of_more_than_a_second_is_replaced_where_it_shall_not_live_longer()
    {
        var ways = new HttpLifetime { ConnectCallback = _connections.Connect };
        await ways.SetUp();
        await ways.Kept();
        await ConnectionsOpenedBy(ways.Kept_ConnectionsForOneSecond);

        await Task.Delay(TimeSpan.FromSeconds(1.1), TestContext.Current.CancellationToken);

        (await ConnectionsOpenedBy(ways.Kept_ConnectionsForOneSecond)).Should().BePositive();
        (await ConnectionsOpenedBy(ways.Kept)).Should().Be(0);
        ways.CleanUp();
    }

    private async Task Check(LifetimeBenchmarks ways, params Func<Task<string>>[] disposed)
    {
        foreach (var way in (Func<Task<string>>[])[ways.Kept, ways.New_SharedHandler, ways.New_HttpClientFactory])
            (await ConnectionsOpenedBy(way)).Should().Be(1, "one connection serves all requests of {0}", way.Method.Name);
        foreach (var way in disposed)
            (await ConnectionsOpenedBy(way)).Should().Be(LifetimeBenchmarks.Requests);
    }

    private async Task<int> ConnectionsOpenedBy(Func<Task<string>> way)
    {
        var before = _connections.Opened;
        (await way()).Should().Be("Hello, World!");
        return _connections.Opened - before;
    }

    private async Task<long> BytesReadBy(Func<Task<string>> way)
    {
        var before = _connections.BytesRead;
        await way();
        return _connections.BytesRead - before;
    }
}
