using FluentAssertions;
using HttpPerf.Clients.Measuring;
using HttpPerf.Clients.Tables;
using Xunit;

namespace HttpPerf.Clients.Tests;

public class OptionsTests
{
    [Fact]
    public void Options_are_read()
    {
        var options = Options.Parse(["--connections", "1,64", "--rounds", "3", "--clients", "wrk,js-http", "--output", "/tmp/x"]);

        options.Connections.Should().Equal(1, 64);
        options.Plan.Should().Be(Plan.Full with { Rounds = 3 });
        options.Clients.Should().Equal("wrk", "js-http");
        options.Output.Should().Be("/tmp/x");
    }

    [Fact]
    public void A_quick_run_can_have_other_connections()
    {
        var options = Options.Parse(["--connections", "256", "--quick"]);

        options.Connections.Should().Equal(256);
        options.Plan.Should().Be(Plan.Quick);
    }

    [Theory]
    [InlineData("--fast", "--fast is no option.")]
    [InlineData("--rounds", "--rounds needs a value.")]
    [InlineData("--rounds 0", "--rounds is given '0'; it takes whole numbers from 1 to 1000.")]
    [InlineData("--connections 1,x", "--connections is given 'x'; it takes whole numbers from 1 to 4096.")]
    public void What_cannot_be_understood_is_an_error(string arguments, string message)
    {
        var parsing = () => Options.Parse(arguments.Split(' '));

        parsing.Should().Throw<FormatException>().WithMessage(message);
    }

    [Fact]
    public void An_unknown_client_is_an_error_that_names_those_there_are()
    {
        var preparing = () => ClientsTable.Prepare(Options.Parse(["--clients", "wrk,js-sokcets"]));

        preparing.Should().Throw<FormatException>().WithMessage(
            "--clients names 'js-sokcets'; there are wrk, *, net-sockets, net-sockets-httpperf, net-http-client, java-http-client, "
            + "java-netty, js-sockets, js-http, js-node-fetch, python-sockets, python-aiohttp.");
    }
}
