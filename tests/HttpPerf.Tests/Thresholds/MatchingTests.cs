using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

public sealed class MatchingTests
{
    [Fact]
    public void Each_metric_takes_its_limit_from_the_most_specific_entry()
    {
        var file = Example.WithEntries("""
            "ReadPattern.GetStream(Size: 1000)": { "allocatedBytes": 3 },
            "*": { "timeRatio": 1.1, "allocatedBytes": 1, "gen0Collections": 9 },
            "ReadPattern.*": { "timeRatio": 1.2, "allocatedBytes": 2 },
            "ReadPattern.Get*(Size: 10)": { "timeRatio": 1.3 }
            """);

        file.For(Example.Stream).Select(limit => (limit.Metric, limit.Max, limit.Line)).Should().BeEquivalentTo(new[]
        {
            (Metric.AllocatedBytes, 3, 2), (Metric.TimeRatio, 1.2, 4), (Metric.Gen0Collections, (double?)9, 3),
        });
        file.For(Example.Alone).Select(limit => limit.Max).Should().Equal(1.1, 1, 9);
    }

    [Fact]
    public void A_case_that_no_entry_matches_has_no_limit() =>
        Example.WithEntries(""" "ReadPattern.*": { "timeRatio": 1.1 } """).For(Example.Alone).Should().BeEmpty();

    [Fact]
    public void A_case_with_a_star_in_its_own_name_is_limited_by_that_name_first()
    {
        var file = Example.WithEntries(
            """ "Accept.Json(Type: */*)": { "timeRatio": 1.1 }, "*Accept.Json(Type: */*)": { "timeRatio": 1.2 } """);
        file.For(Cases.Alone("Accept.Json(Type: */*)")).Single().Max.Should().Be(1.1);
    }

    [Fact]
    public void Two_entries_that_are_equally_specific_are_rejected_with_both_lines()
    {
        var file = Example.WithEntries("""
            "ReadPattern.*": { "timeRatio": 1.1, "allocatedBytes": 1 },
            "*(Size: 1000)": { "timeRatio": 1.2, "medianTime": 2 }
            """);
        const string Message = """
            /repository/thresholds.json has 1 problem:
              thresholds.json:3:20: "timeRatio" of ReadPattern.GetStream(Size: 1000) is limited here by "*(Size:
            """
            + """
             1000)" and on line 2 by "ReadPattern.*", which are equally specific (12 characters besides "*"). Make one name more specific,
            """
            + """
             or remove one limit.
            """;

        file.Invoking(it => it.For(Example.Stream)).Should().Throw<ThresholdsException>().Which.Message.Should().Be(Message);
        file.Invoking(it => it.Check([Example.Stream, Cases.Id("ReadPattern.Other(Size: 1000)", baseline: Example.Baseline.Name)]))
            .Should().Throw<ThresholdsException>()
            .Which.Message.Should().Be(Message, "one tie is one problem, however many cases show it");
    }

    [Fact]
    public void Entries_that_are_equally_specific_may_limit_different_metrics_or_be_overruled()
    {
        var file = Example.WithEntries("""
            "ReadPattern.*": { "timeRatio": 1.1, "allocatedBytes": 1 },
            "*(Size: 1000)": { "timeRatio": 1.2, "medianTime": 2 },
            "ReadPattern.*(Size: 1000)": { "timeRatio": 1.3 }
            """);
        file.For(Example.Stream).Select(limit => limit.Max).Should().BeEquivalentTo(new double?[] { 1.3, 1, 2 });
    }
}
