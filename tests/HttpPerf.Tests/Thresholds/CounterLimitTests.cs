using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Limits on counters that are right.</summary>
public sealed class CounterLimitTests
{
    [Fact]
    public void Counters_have_limits_as_other_metrics_do_with_their_own_line_and_column() =>
        Example.WithEntries("""
            "Lifetime.*": {
              "allocatedBytes": 1,
              "counters": { "tls.handshakes": 0, "my.counter{ size=2, color=red }": { "min": 3, "max": 3.5 } },
              "countersPerSecond": { "tls.handshakes": { "max": 0 }, "dns.lookups": { "min": 2 } }
            }
            """).Entries.Single().Limits.Should().Equal(
            LimitAt(Metric.AllocatedBytes, null, 1, 3, 3),
            LimitAt(Metric.Counter("tls.handshakes"), null, 0, 4, 17),
            LimitAt(Metric.Counter("my.counter{color=red,size=2}"), 3, 3.5, 4, 38),
            LimitAt(Metric.CounterPerSecond("tls.handshakes"), null, 0, 5, 26),
            LimitAt(Metric.CounterPerSecond("dns.lookups"), 2, null, 5, 58));

    [Fact]
    public void Each_counter_takes_its_limit_from_the_most_specific_entry_by_itself()
    {
        var file = Example.WithEntries("""
            "*": { "counters": { "tls.handshakes": 1, "dns.lookups": 2, "my.counter": 3 } },
            "Lifetime.*": { "counters": { "tls.handshakes": 4, "my.counter{color=red}": 5 }, "countersPerSecond": { "dns.lookups": 6 } },
            "Lifetime.Reused(Scheme: https)": { "counters": { "tls.handshakes": 0 } }
            """);

        file.For(Example.Alone).Select(limit => (limit.Metric.Name, limit.Max)).Should().BeEquivalentTo(new (string, double?)[]
        {
            ("counters.tls.handshakes", 0), ("counters.dns.lookups", 2), ("counters.my.counter", 3),
            ("counters.my.counter{color=red}", 5), ("countersPerSecond.dns.lookups", 6),
        });
    }

    [Fact]
    public void Two_entries_that_are_equally_specific_are_rejected_with_the_counter() =>
        Example.WithEntries("""
            "Lifetime.*": { "counters": { "my.counter{a=1,b=2}": 1 } },
            "*(Scheme: *": { "counters": { "my.counter{b=2,a=1}": 2 } }
            """).Invoking(file => file.For(Example.Alone)).Should().Throw<ThresholdsException>()
            .Which.Problems.Single().Message.Should().Be(
            "\"counters.my.counter{a=1,b=2}\" of Lifetime.Reused(Scheme: https) is limited here by \"*(Scheme: "
            + "*\" and on line 2 by \"Lifetime.*\", "
            + "which are equally specific (9 characters besides \"*\"). Make one name more specific, or remove one limit.");

    [Fact]
    public void Entries_on_counters_alone_need_no_baseline() =>
        Example.WithEntries(""" "Lifetime.*": { "counters": { "tls.handshakes": 1 } } """).Invoking(file => file.Check(Example.AllCases))
            .Should().NotThrow();

    private static Limit LimitAt(Metric metric, double? min, double? max, int line, int column) =>
        new(metric, min, max, "Lifetime.*", "/repository/thresholds.json", line, column);
}
