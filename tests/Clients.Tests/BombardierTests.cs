using FluentAssertions;
using HttpPerf.Clients.Tools;
using Xunit;

namespace HttpPerf.Clients.Tests;

/// <summary>Output written after the documentation of bombardier 1.2, not captured from it.</summary>
public class BombardierTests
{
    private const string Right = """
        {"spec":{"numberOfConnections":64,"testType":"timed","testDurationSeconds":1,"method":"GET","url":"http://127.0.0.1/","body":"",
        "stream":false,"timeoutSeconds":2,"client":"fasthttp"},"result":{"bytesRead":15770,"bytesWritten":630,"timeTakenSeconds":1.003,
        "req1xx":0,"req2xx":1000,"req3xx":0,"req4xx":0,"req5xx":0,"others":0,"latency":{"mean":712.5,"stddev":20.1,"max":7122,
        "percentiles":{"50":700,"75":720,"90":800,"95":900,"99":1100}},"rps":{"mean":1000.5,"stddev":57.8,"max":1462.25,
        "percentiles":{"50":1000.0,"75":1100.0,"90":1146.2,"95":1146.2,"99":1146.2}}}}
        """;

    private static readonly Bombardier Bombardier = new(new Uri("http://127.0.0.1/"), 64);

    [Fact]
    public void Requests_and_percentiles_are_read()
    {
        var answer = Bombardier.Read(Right)!;

        answer.Should().BeEquivalentTo(new { Requests = 1000, Errors = 0, Seconds = 1.003, Error = (string?)null });
        answer.Latency.Should().BeEquivalentTo(new long[][] { [700, 500], [720, 250], [800, 150], [900, 50], [1100, 40], [7122, 10] });
    }

    [Fact]
    public void Another_status_is_an_error() => Bombardier.Read(Right.Replace("\"req5xx\":0", "\"req5xx\":7", StringComparison.Ordinal))
        .Should().BeEquivalentTo(new { Requests = 1000, Errors = 7, Error = "another status than 2xx" });

    [Fact]
    public void A_connection_that_is_refused_is_an_error()
    {
        const string Errors = """
            "others":3,"errors":[{"description":"connection refused","count":3}],
            """;
        var refused = Right.Replace("\"others\":0,", Errors, StringComparison.Ordinal);

        Bombardier.Read(refused).Should().BeEquivalentTo(new { Errors = 3, Error = "connection refused" });
    }

    [Theory]
    [InlineData("")]
    [InlineData("{}")]
    [InlineData("Bombarding http://127.0.0.1/")]
    public void What_is_no_result_is_not_understood(string output) => Bombardier.Read(output).Should().BeNull();
}
