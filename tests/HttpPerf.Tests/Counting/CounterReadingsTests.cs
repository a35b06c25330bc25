using FluentAssertions;
using HttpPerf.Counting;
using Xunit;

namespace HttpPerf.Tests.Counting;

public sealed class CounterReadingsTests
{
    [Fact]
    public void Readings_with_the_same_name_and_tags_are_added_in_the_order_of_names() =>
        CounterReading.Combine(
            [
                Reading("b", 1, ("x", "1"), ("y", "2")),
                Reading("a", 5),
                Reading("b", 2, ("y", "2"), ("x", "1")),
                Reading("b", 4, ("x", "2")),
            ])
            .Should().BeEquivalentTo(
                [Reading("a", 5), Reading("b", 3, ("x", "1"), ("y", "2")), Reading("b", 4, ("x", "2"))],
                like => like.WithStrictOrdering());

    [Fact]
    public void A_counter_that_moved_has_no_reading_that_says_it_did_not() =>
        CounterReading.Combine(
            [CounterReading.Unmoved("a"), Reading("a", 0, ("state", "idle")), CounterReading.Unmoved("b"), CounterReading.Unmoved("b")])
            .Should().BeEquivalentTo([Reading("a", 0, ("state", "idle")), CounterReading.Unmoved("b")]);

    [Fact]
    public void What_can_not_be_had_is_taken_out_by_name_or_beginning()
    {
        var readings = new CounterReadings(
            [Reading("tls.handshakes", 1), Reading("tls", 2), Reading("dns.lookups", 3)],
            new Dictionary<string, string> { ["tls.gauge"] = "a gauge" });

        var left = readings.Without("no sockets", "tls.*", "dns.lookups");

        left.Counted.Should().BeEquivalentTo([Reading("tls", 2)]);
        left.NotApplicable.Should().Equal(new Dictionary<string, string> { ["tls.*"] = "no sockets", ["dns.lookups"] = "no sockets" });
    }

    [Fact]
    public void What_one_of_several_has_can_be_had()
    {
        var inMemory = new CounterReadings(
            [Reading("server.requests", 1)],
            new Dictionary<string, string> { ["server.connections.*"] = "no sockets", ["server.gauge"] = "a gauge" });
        var onSockets = new CounterReadings(
            [Reading("server.requests", 2), Reading("server.connections.accepted", 3)],
            new Dictionary<string, string> { ["server.gauge"] = "a gauge" });

        var both = CounterReadings.Combine([inMemory, onSockets]);

        both.Counted.Should().BeEquivalentTo([Reading("server.connections.accepted", 3), Reading("server.requests", 3)]);
        both.NotApplicable.Should().Equal(new Dictionary<string, string> { ["server.gauge"] = "a gauge" });
    }

    private static CounterReading Reading(string name, double total, params (string Key, string Value)[] tags) =>
        new(name, tags.ToDictionary(tag => tag.Key, tag => tag.Value), total);
}
