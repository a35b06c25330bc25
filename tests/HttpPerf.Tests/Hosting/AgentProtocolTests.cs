using System.Text;
using System.Text.Json;
using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.Server;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class AgentProtocolTests
{
    [Fact]
    public void Readings_survive_as_one_line()
    {
        var readings = new CounterReadings(
            [
                new("orders taken", Tags(("kind", "rush = 100 %\n{}"), ("", ""), ("größe", "ß\r\u2028")), 0.1 + 0.2),
                CounterReading.Unmoved("server.requests"),
                new("not a number", Tags(), double.NaN),
                new("infinite", Tags(), double.NegativeInfinity),
            ],
            Tags(("temperature", "a gauge counts nothing")));

        var line = Encoding.UTF8.GetString(AgentProtocol.Format(new AgentMessage(Response: new(3, Readings: readings))));

        line.Should().EndWith("\n").And.Subject[..^1].Should().NotContainAny("\n", "\r");
        var message = AgentProtocol.ParseMessage(line.TrimEnd());
        message.Listening.Should().BeNull();
        message.Response!.Id.Should().Be(3);
        message.Response.Error.Should().BeNull();
        message.Response.Readings.Should().BeEquivalentTo(readings);
    }

    [Fact]
    public void The_lines_are_short_json()
    {
        Text(AgentProtocol.Format(new AgentRequest(1, "count start"))).Should().Be("""{"id":1,"command":"count start"}""" + "\n");
        Text(AgentProtocol.Format(new AgentMessage(Listening: ["http://127.0.0.1:1"])))
            .Should().Be("""{"listening":["http://127.0.0.1:1"]}""" + "\n");
        Text(AgentProtocol.Format(new AgentMessage(Response: new(1, "no")))).Should().Be("""{"response":{"id":1,"error":"no"}}""" + "\n");
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("{}")]
    [InlineData("##httpperf listening")]
    [InlineData("""{"response":{"error":"no"}}""")]
    [InlineData("""{"response":{"id":1,"readings":{}}}""")]
    public void What_is_no_message_is_refused(string line) =>
        line.Invoking(AgentProtocol.ParseMessage).Should().Throw<JsonException>();

    private static string Text(byte[] line) => Encoding.UTF8.GetString(line);

    private static Dictionary<string, string> Tags(params (string Key, string Value)[] tags) =>
        tags.ToDictionary(tag => tag.Key, tag => tag.Value);
}
