using FluentAssertions;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class ServerErrorsTests
{
    [Fact(Timeout = 20_000)]
    public async Task A_long_line_of_digits_takes_no_time()
    {
        var output = $"{new string('1', 100_000)}\nfail: Orders.Api[1]\n      No connection.";

        (await Task.Run(() => ServerErrors.Quote("Orders.Api", output), TestContext.Current.CancellationToken))
            .Should().EndWith("  fail: Orders.Api[1]\n        No connection.");
    }

    [Fact]
    public void The_last_errors_are_quoted_with_their_exceptions()
    {
        var quoted = ServerErrors.Quote(
            "Orders.Api",
            """
            info: Microsoft.Hosting.Lifetime[14]
                  Now listening on: http://127.0.0.1:5000
            fail: Orders.Api[1]
                  No connection.
                  System.InvalidOperationException: no database
                     at Program.Main()
            warn: Orders.Api[2]
                  Slow.
            Written without a logger, fail: so it is none.
            12:00:01 crit: Orders.Api[3]
                  The disk is full.
            info: Orders.Api[4]
                  Done.
            """);

        quoted.Should().Be(
            """
            The last errors that Orders.Api has logged:
              fail: Orders.Api[1]
                    No connection.
                    System.InvalidOperationException: no database
                       at Program.Main()
              12:00:01 crit: Orders.Api[3]
                    The disk is full.
            """);
    }

    [Fact]
    public void Errors_are_bounded_and_those_of_several_requests_are_said_once()
    {
        var trace = string.Concat(Enumerable.Range(1, 20).Select(line => $"         at Frame{line}\n"));
        string Failed(int request) => $"fail: Kestrel[13]\n      Connection \"0HNA{request}\", request {request}: no database\n{trace}";

        var quoted = ServerErrors.Quote("Api", string.Concat(Enumerable.Range(1, 50).Select(Failed)) + $"fail: {new string('x', 1000)}\n");

        quoted!.Split('\n').Should().HaveCount(1 + 9 + 1).And.OnlyContain(line => line.Length <= 303);
        quoted.Should().Contain("Frame6").And.NotContain("Frame7").And.EndWith("xxx…");
    }

    [Fact]
    public void Without_an_error_the_last_lines_are_quoted() =>
        ServerErrors.Quote("Api", "one\ntwo\nthree\nfour\nfive\nsix").Should().Be(
            "The last lines of Api:\n  two\n  three\n  four\n  five\n  six");

    [Fact]
    public void Nothing_is_said_of_a_host_without_output() => ServerErrors.Quote("Api", "").Should().BeNull();

    [Fact]
    public async Task An_error_of_a_running_server_is_found()
    {
        await using var host = await HostedApis.StartBrokenAsync();
        using var client = host.CreateClient();
        using var response = await client.GetAsync("error-page", TestContext.Current.CancellationToken);

        // The output takes its time on a busy machine.
        await Eventually.HoldsAsync(() => host.Output.Contains("could not be made", StringComparison.Ordinal));

        (await ServerErrors.Find([host])).Should().Be(
            $"The last errors that {host.Description} has logged:\n  fail: HttpPerf.BrokenApi[7]\n        The page could not be made.");
    }
}
