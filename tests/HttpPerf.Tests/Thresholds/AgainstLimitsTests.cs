using FluentAssertions;
using HttpPerf.Judging.Limits;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

public sealed class AgainstLimitsTests
{
    [Fact]
    public void Without_a_file_a_case_may_take_a_little_longer_and_need_no_more_of_anything() =>
        Complete("").Should().Equal(
            ("against.timeRatio", 1.05), ("against.timeRatioP95", 1.25), ("against.timeRatioP99", 1.5), ("against.throughputRatio", 0.95),
            ("against.allocatedBytes", 0), ("against.serverAllocatedBytes", 0), ("against.retainedBytes", 0),
            ("against.server.retainedBytes", 0), ("against.roundTrips", 0), ("against.server.roundTrips", 0),
            ("against.counters.http.client.connections.opened", 0), ("against.counters.http.client.requests", 0),
            ("against.counters.tls.handshakes", 0),
            ("against.counters.wire.bytesSent", 0), ("against.counters.wire.bytesReceived", 0),
            ("against.counters.body.bytesReceived", 0),
            ("against.counters.threads.blocked", 0.05), ("against.counters.dotnet.exceptions", 0.05),
            ("against.counters.database.queries", 0),
            ("against.counters.server.database.queries", 0), ("against.counters.server.http.client.requests", 0),
            ("against.counters.server.sockets.connected", 0), ("against.counters.server.threads.blocked", 0.05),
            ("against.counters.server.dotnet.exceptions", 0.05), ("against.counters.server.output.lines", 0.05),
            ("against.counters.retained.sockets", 0), ("against.counters.retained.handles", 0), ("against.counters.retained.timers", 0),
            ("against.counters.retained.threads", 0), ("against.counters.server.retained.sockets", 0),
            ("against.counters.server.retained.handles", 0), ("against.counters.server.retained.timers", 0),
            ("against.counters.server.retained.threads", 0));

    [Fact]
    public void Limits_of_the_file_replace_the_defaults()
    {
        var limits = Complete("""
            "*": { "allocatedBytes": 9, "against": { "timeRatio": 1.2, "allocatedBytes": 64, "counters": { "tls.handshakes": 2 } } }
            """);

        limits.Should().Contain(
            [("allocatedBytes", 9), ("against.timeRatio", 1.2), ("against.allocatedBytes", 64), ("against.counters.tls.handshakes", 2)])
            .And.Contain(("against.counters.http.client.requests", 0)).And.OnlyHaveUniqueItems(limit => limit.Name);
    }

    [Fact]
    public void A_counter_that_is_limited_may_not_grow() => Complete("""
        "*": { "counters": { "dns.lookups": 5, "http.client.requests": 1 }, "countersPerSecond": { "tls.handshakes": 3 } }
        """)
        .Should().Contain(("against.counters.dns.lookups", 0)).And.OnlyHaveUniqueItems(limit => limit.Name);

    [Fact]
    public void A_run_that_compares_with_no_earlier_build_has_none_of_these_limits() =>
        AgainstLimits.Complete(
            Example.WithEntries("""  "*": { "allocatedBytes": 9, "against": { "timeRatio": 1.2 } }  """).For(Example.Alone),
            isCompared: false)
            .Select(limit => limit.Metric).Should().Equal(Metric.AllocatedBytes);

    [Theory]
    [InlineData("8", """:2:18: "against" is 8. Write an object of limits against an earlier build, such as""")]
    [InlineData("{}", """:2:8: "against" sets no limit. Name a metric, as in { "timeRatio": 1.1, "allocatedBytes": 64 }, or""")]
    [InlineData(
        """{ "time": 1 }""",
        """:2:20: "time" can't be limited against an earlier build. Did you mean "timeRatio"? The fields""")]
    [InlineData("""{ "timeRatio": 0 }""", """:2:33: The limit of "against.timeRatio" is 0, which nothing can meet.""")]
    [InlineData("""{ "counters": 3 }""", """:2:32: "counters" is 3. Write an object of counters and their limits, such as""")]
    public void What_is_wrong_is_rejected_with_its_place(string value, string problem) =>
        FluentActions.Invoking(() => Example.WithEntries($$"""  "*":{"against":{{value}}}  """)).Should().Throw<ThresholdsException>()
            .WithMessage($"*{problem}*");

    private static IEnumerable<(string Name, double)> Complete(string entries) =>
        AgainstLimits.Complete(Example.WithEntries(entries).For(Example.Alone), isCompared: true)
            .Select(limit => (limit.Metric.Name, (limit.Metric == Metric.AgainstThroughputRatio ? limit.Min : limit.Max)!.Value));
}
