using FluentAssertions;
using HttpPerf.Server;
using HttpPerf.Tests.Counting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

[Collection(nameof(Alone))]
public sealed class AgentCommandsTests
{
    [Fact]
    public void An_unknown_command_is_an_error() =>
        new AgentCommands(() => []).Execute("""{"id":7,"command":"count sheep"}""")
            .Should().Be(new AgentResponse(7, "There is no command 'count sheep'."));

    [Theory]
    [InlineData("count start")]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("""{"id":7}""")]
    [InlineData("""{"id":"7","command":"count start"}""")]
    [InlineData("""{"id":7,"command":null}""")]
    public void A_request_that_can_not_be_read_is_an_error_that_quotes_it(string line)
    {
        var response = new AgentCommands(() => []).Execute(line);

        response.Id.Should().Be(0);
        response.Error.Should().StartWith($"The request '{line}' can't be read: ");
    }

    [Fact]
    public void A_start_and_a_stop_give_readings()
    {
        var commands = new AgentCommands(() => []);

        commands.Execute("""{"id":1,"command":"count start"}""").Should().Be(new AgentResponse(1));
        var response = commands.Execute("""{"id":2,"command":"count stop"}""");

        (response.Id, response.Error).Should().Be((2, null));
        response.Readings!.Counted.Should().Contain(reading => reading.Name == "server.gc.gen0");
    }
}
