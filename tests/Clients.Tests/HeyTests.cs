using FluentAssertions;
using HttpPerf.Clients.Tools;
using Xunit;

namespace HttpPerf.Clients.Tests;

/// <summary>Output of hey 0.1.4.</summary>
public class HeyTests
{
    private const string Right = """

        Summary:
          Total:	1.0207 secs
          Slowest:	0.0673 secs
          Fastest:	0.0002 secs
          Average:	0.0087 secs
          Requests/sec:	6907.9750
          
          Total data:	91663 bytes
          Size/request:	13 bytes

        Response time histogram:
          0.000 [1]	|
          0.007 [3636]	|■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■
          0.067 [1]	|


        Latency distribution:
          10% in 0.0025 secs
          25% in 0.0038 secs
          50% in 0.0066 secs
          75% in 0.0110 secs
          90% in 0.0182 secs
          95% in 0.0240 secs
          99% in 0.0338 secs

        Details (average, fastest, slowest):
          DNS+dialup:	0.0001 secs, 0.0002 secs, 0.0673 secs
          DNS-lookup:	0.0000 secs, 0.0000 secs, 0.0000 secs
          req write:	0.0001 secs, 0.0000 secs, 0.0248 secs
          resp wait:	0.0083 secs, 0.0001 secs, 0.0672 secs
          resp read:	0.0001 secs, 0.0000 secs, 0.0507 secs

        Status code distribution:
          [200]	7051 responses



        """;

    private const string NotFound = """

        Summary:
          Total:	0.3121 secs
          Slowest:	0.1048 secs
          Fastest:	0.0001 secs
          Average:	0.0010 secs
          Requests/sec:	1525.3486
          

        Latency distribution:
          10% in 0.0002 secs
          99% in 0.0197 secs

        Status code distribution:
          [404]	476 responses



        """;

    private const string Refused = """

        Summary:
          Total:	0.3132 secs
          Slowest:	0.0000 secs
          Fastest:	0.0000 secs
          Average:	 NaN secs
          Requests/sec:	9196.4084
          

        Latency distribution:

        Status code distribution:

        Error distribution:
          [2880]	Get "http://127.0.0.1:1/": dial tcp 127.0.0.1:1: connect: connection refused

        """;

    private static readonly Hey Hey = new(new Uri("http://127.0.0.1/"), 64);

    [Fact]
    public void Requests_and_percentiles_are_read()
    {
        var answer = Hey.Read(Right)!;

        answer.Should().BeEquivalentTo(new { Requests = 7051, Errors = 0, Seconds = 1.0207, Error = (string?)null });
        answer.Latency.Select(bucket => bucket[0]).Should().Equal(2500, 3800, 6600, 11000, 18200, 24000, 33800, 67300);
        answer.Latency.Sum(bucket => bucket[1]).Should().Be(7051);
        answer.Latency.Take(3).Sum(bucket => bucket[1]).Should().Be(3526);
    }

    [Fact]
    public void Another_status_is_an_error() =>
        Hey.Read(NotFound).Should().BeEquivalentTo(new { Requests = 0, Errors = 476, Error = "status 404" });

    [Fact]
    public void A_connection_that_is_refused_is_an_error() => Hey.Read(Refused).Should().BeEquivalentTo(new
    {
        Requests = 0,
        Errors = 2880,
        Error = "Get \"http://127.0.0.1:1/\": dial tcp 127.0.0.1:1: connect: connection refused",
    });

    [Fact]
    public void A_body_of_another_length_is_an_error() => Hey.Read(Right.Replace("13 bytes", "6 bytes", StringComparison.Ordinal))
        .Should().BeEquivalentTo(new { Requests = 0, Errors = 7051, Error = "bodies of 6 bytes instead of 13" });

    [Fact]
    public void What_is_no_summary_is_not_understood() => Hey.Read("Usage: hey [options...] <url>").Should().BeNull();
}
