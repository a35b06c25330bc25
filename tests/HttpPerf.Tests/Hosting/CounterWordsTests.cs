using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class CounterWordsTests
{
    [Fact]
    public void Readings_survive_as_lines_of_output()
    {
        var readings = new CounterReadings(
            [
                new("orders taken", new Dictionary<string, string> { ["kind"] = "rush = 100 %\n##httpperf", [""] = "", ["größe"] = "ß" }, 0.1 + 0.2),
                CounterReading.Unmoved("server.requests"),
            ],
            new Dictionary<string, string> { ["temperature"] = "a gauge counts nothing" });

        var lines = CounterWords.Write(readings).Select(message => message.ToString()).ToList();

        lines.Should().HaveCount(3).And.OnlyContain(line => !line.Contains('\n'));
        CounterWords.Read([.. lines.Select(line => ServerMessage.Find(ref line)!)]).Should().BeEquivalentTo(readings);
    }
}
