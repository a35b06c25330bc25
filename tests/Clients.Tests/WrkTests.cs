using FluentAssertions;
using HttpPerf.Clients.Measuring;
using HttpPerf.Clients.Tools;
using Xunit;

namespace HttpPerf.Clients.Tests;

/// <summary>Output of wrk 4.1.0 with the script.</summary>
public class WrkTests
{
    private const string Right = """
        Running 1s test @ http://127.0.0.1:5511/
          2 threads and 64 connections
          Thread Stats   Avg      Stdev     Max   +/- Stdev
            Latency     3.44ms    2.98ms  27.07ms   80.55%
            Req/Sec    10.40k     2.31k   14.90k    66.67%
          4359 requests in 0.31s, 561.90KB read
        Requests/sec:  14030.24
        Transfer/sec:      1.77MB
        {"requests":4359,"errors":0,"seconds":0.310689,"bytes":575388,"latency":[[113,1],[241,1],[253,4357]]}

        """;

    private readonly Wrk _wrk = new(new Uri("http://127.0.0.1/"), 64);

    [Fact]
    public void The_scripts_line_is_read() => _wrk.Read(Right).Should().BeEquivalentTo(new
    {
        Requests = 4359,
        Errors = 0,
        Seconds = 0.310689,
        Latency = new long[][] { [113, 1], [241, 1], [253, 4357] },
    });

    [Fact]
    public void Only_the_first_run_looks_at_every_body()
    {
        _wrk.Command(TimeSpan.FromSeconds(1)).ArgumentList.Should().EndWith(["--", "check"]);
        _wrk.Read(Right);
        _wrk.Command(TimeSpan.FromSeconds(1)).ArgumentList.Should().EndWith("http://127.0.0.1/");
    }

    [Fact]
    public void Other_lengths_than_in_the_first_run_are_an_error()
    {
        _wrk.Read(Right);
        var reading = () => _wrk.Read(Right.Replace("575388", "588465", StringComparison.Ordinal));

        reading.Should().Throw<ClientException>().WithMessage(
            "Its responses had 135.0 bytes each, and 132.0 in the warm-up, which looks at every body.");
    }

    [Fact]
    public void A_run_of_less_than_a_second_takes_a_second() =>
        _wrk.Command(TimeSpan.FromSeconds(0.3)).ArgumentList.Should().Contain("-d1s");

    [Fact]
    public void What_has_no_line_of_the_script_is_not_understood() => _wrk.Read("unable to connect to 127.0.0.1:1").Should().BeNull();
}
