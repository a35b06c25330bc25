using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Files with a counter that is no counter, or limited wrongly.</summary>
public sealed class BadCounterTests
{
    [Fact]
    public void A_number_for_all_counters_is_rejected() => BadFile.MessageOf("counters-number.json").Should().Be(
        """
        …/counters-number.json has 1 problem:
          counters-number.json:3:33: "counters" is 0. Write an object of counters and their limits,
        """
        + """
         such as { "http.client.connections.opened": 0.01 }.
        """);

    [Fact]
    public void Counters_without_a_limit_are_rejected() => BadFile.MessageOf("counters-empty.json").Should().Be(
        """
        …/counters-empty.json has 1 problem:
          counters-empty.json:3:21: "counters" sets no limit. Name a counter, as in { "http.client.connections.opened": 0.01 },
        """
        + """
         or remove it.
        """);

    [Fact]
    public void An_empty_name_is_rejected() => BadFile.MessageOf("counter-empty-name.json").Should().Be(
        """
        …/counter-empty-name.json has 1 problem:
          counter-empty-name.json:3:35: "" names no counter. Write "my.counter" or "my.counter{color=red,size=2}".
        """);

    [Fact]
    public void Tags_of_no_counter_are_rejected() => BadFile.MessageOf("counter-only-tags.json").Should().Be(
        """
        …/counter-only-tags.json has 1 problem:
          counter-only-tags.json:3:35: "{color=red}" names no counter. Write "my.counter" or "my.counter{color=red,size=2}".
        """);

    [Fact]
    public void A_brace_that_is_not_closed_is_rejected() => BadFile.MessageOf("counter-open-brace.json").Should().Be(
        """
        …/counter-open-brace.json has 1 problem:
          counter-open-brace.json:3:35: "my.counter{color=red" has braces that don't match.
        """
        + """
         Write "my.counter" or "my.counter{color=red,size=2}".
        """);

    [Fact]
    public void A_tag_without_a_value_is_rejected() => BadFile.MessageOf("counter-tag-without-value.json").Should().Be(
        """
        …/counter-tag-without-value.json has 1 problem:
          counter-tag-without-value.json:3:44: "my.counter{color}" has a tag without a name and "=".
        """
        + """
         Write "my.counter" or "my.counter{color=red,size=2}".
        """);

    [Fact]
    public void A_tag_with_two_values_is_rejected() => BadFile.MessageOf("counter-tag-twice.json").Should().Be(
        """
        …/counter-tag-twice.json has 1 problem:
          counter-tag-twice.json:3:35: "my.counter{color=red,color=blue}" names a tag twice. Keep one of them.
        """);

    [Fact]
    public void A_counter_that_stands_twice_is_rejected_even_if_it_is_written_differently() =>
        BadFile.MessageOf("counter-twice.json").Should().Be(
            """
            …/counter-twice.json has 1 problem:
              counter-twice.json:5:7: "my.counter{size=2, color=red}" is the same as "my.counter{color=red,size=2}" at line 4, column 7.
            """
            + """
             Keep one of them.
            """);

    [Fact]
    public void A_counter_that_stands_twice_alike_is_one_problem() => BadFile.MessageOf("counter-twice-alike.json").Should().Be(
        """
        …/counter-twice-alike.json has 1 problem:
          counter-twice-alike.json:5:7: "tls.handshakes" appears twice in the same object, first at line 4, column 7. Keep one of them.
        """);

    [Fact]
    public void A_string_is_rejected() => BadFile.MessageOf("counter-string.json").Should().Be(
        """
        …/counter-string.json has 1 problem:
          counter-string.json:3:53: The limit of "counters.tls.handshakes" is the string "none".
        """
        + """
         Write a number in events per operation (no quotes, no unit) as a maximum, or an object such as { "min": 1, "max": 2 }.
        """);

    [Fact]
    public void A_negative_limit_is_rejected() => BadFile.MessageOf("counter-negative.json").Should().Be(
        """
        …/counter-negative.json has 1 problem:
          counter-negative.json:3:71: The "max" of "countersPerSecond.tls.handshakes" is -1, but measured values are never negative.
        """
        + """
         Write 0 or more, in events per second.
        """);

    [Fact]
    public void A_minimum_that_everything_meets_is_rejected() => BadFile.MessageOf("counter-min-zero-alone.json").Should().Be(
        """
        …/counter-min-zero-alone.json has 1 problem:
          counter-min-zero-alone.json:3:35: The limit of "counters.tls.handshakes" has only a "min" of 0, which everything meets.
        """
        + """
         Write a number above 0, or remove the limit.
        """);

    [Fact]
    public void A_counter_outside_its_section_is_sent_there() => BadFile.MessageOf("counter-outside-its-section.json").Should().StartWith(
        """
        …/counter-outside-its-section.json has 1 problem:
          counter-outside-its-section.json:3:21: "counters.tls.handshakes" is not a metric. Did you mean "counters"?
        """);
}
