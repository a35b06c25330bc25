using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Files with a limit that is no limit.</summary>
public sealed class BadLimitTests
{
    [Fact]
    public void A_number_in_quotes_with_an_x_is_rejected() => BadFile.MessageOf("limit-string.json").Should().Be(
        """
        …/limit-string.json has 1 problem:
          limit-string.json:3:37: The limit of "timeRatio" is the string "1.15x". Write a number in multiples of the baseline's figure (no
        """
        + """
         quotes, no unit) as a maximum, or an object such as { "min": 1, "max": 2 }.
        """);

    [Fact]
    public void A_number_in_quotes_with_a_unit_is_rejected() => BadFile.MessageOf("limit-string-with-unit.json").Should().Be(
        """
        …/limit-string-with-unit.json has 1 problem:
          limit-string-with-unit.json:3:42: The limit of "allocatedBytes" is the string "64 KB".
        """
        + """
         Write a number in bytes per operation (no quotes, no unit) as a maximum, or an object such as { "min": 1, "max": 2 }.
        """);

    [Fact]
    public void NaN_in_quotes_is_rejected() => BadFile.MessageOf("limit-string-nan.json").Should().Be(
        """
        …/limit-string-nan.json has 1 problem:
          limit-string-nan.json:3:37: The limit of "timeRatio" is the string "NaN". Write a number in multiples of the baseline's figure
        """
        + """
         (no quotes, no unit) as a maximum, or an object such as { "min": 1, "max": 2 }.
        """);

    [Fact]
    public void A_number_in_quotes_is_rejected() => BadFile.MessageOf("limit-string-number.json").Should().Be(
        """
        …/limit-string-number.json has 1 problem:
          limit-string-number.json:3:38: The limit of "medianTime" is the string "500000".
        """
        + """
         Write a number in nanoseconds per operation (no quotes, no unit) as a maximum, or an object such as { "min": 1, "max": 2 }.
        """);

    [Fact]
    public void A_truth_value_is_rejected() => BadFile.MessageOf("limit-bool.json").Should().Be(
        """
        …/limit-bool.json has 1 problem:
          limit-bool.json:3:37: The limit of "timeRatio" is true. Write a number in multiples of the baseline's figure as a maximum,
        """
        + """
         or an object such as { "min": 1, "max": 2 }.
        """);

    [Fact]
    public void Null_is_rejected() => BadFile.MessageOf("limit-null.json").Should().Be(
        """
        …/limit-null.json has 1 problem:
          limit-null.json:3:37: The limit of "timeRatio" is null. Write a number in multiples of the baseline's figure as a maximum,
        """
        + """
         or an object such as { "min": 1, "max": 2 }.
        """);

    [Fact]
    public void An_array_is_rejected() => BadFile.MessageOf("limit-array.json").Should().Be(
        """
        …/limit-array.json has 1 problem:
          limit-array.json:3:37: The limit of "timeRatio" is an array. Write a number in multiples of the baseline's figure as a maximum,
        """
        + """
         or an object such as { "min": 1, "max": 2 }.
        """);

    [Fact]
    public void A_negative_limit_is_rejected() => BadFile.MessageOf("limit-negative.json").Should().Be(
        """
        …/limit-negative.json has 1 problem:
          limit-negative.json:3:37: The limit of "timeRatio" is -1.15, but measured values are never negative. Write a number above 0,
        """
        + """
         in multiples of the baseline's figure.
        """);

    [Fact]
    public void A_limit_below_every_number_is_rejected() => BadFile.MessageOf("limit-negative-infinite.json").Should().Be(
        """
        …/limit-negative-infinite.json has 1 problem:
          limit-negative-infinite.json:3:37: The limit of "timeRatio" is -1e999, but measured values are never negative.
        """
        + """
         Write a number above 0, in multiples of the baseline's figure.
        """);

    [Fact]
    public void A_limit_above_every_number_is_rejected() => BadFile.MessageOf("limit-infinite.json").Should().Be(
        """
        …/limit-infinite.json has 1 problem:
          limit-infinite.json:3:42: The limit of "allocatedBytes" is 1e999, which is too large.
        """
        + """
         Write a number in bytes per operation below 1.8e308, or remove the limit.
        """);

    [Fact]
    public void A_ratio_of_zero_is_rejected() => BadFile.MessageOf("limit-zero-ratio.json").Should().Be(
        """
        …/limit-zero-ratio.json has 1 problem:
          limit-zero-ratio.json:3:37: The limit of "timeRatio" is 0, which nothing can meet. Write a number above 0,
        """
        + """
         in multiples of the baseline's figure.
        """);

    [Fact]
    public void A_time_of_zero_is_rejected() => BadFile.MessageOf("limit-zero-time.json").Should().Be(
        """
        …/limit-zero-time.json has 1 problem:
          limit-zero-time.json:3:38: The limit of "medianTime" is 0.0, which nothing can meet. Write a number above 0,
        """
        + """
         in nanoseconds per operation.
        """);

    [Fact]
    public void A_rate_of_zero_is_rejected() => BadFile.MessageOf("limit-zero-rate.json").Should().Be(
        """
        …/limit-zero-rate.json has 1 problem:
          limit-zero-rate.json:3:54: The "max" of "requestsPerSecond" is 0, which nothing can meet. Write a number above 0,
        """
        + """
         in events per second.
        """);

    [Fact]
    public void A_ratio_too_small_for_a_number_is_rejected() => BadFile.MessageOf("limit-underflow.json").Should().Be(
        """
        …/limit-underflow.json has 1 problem:
          limit-underflow.json:3:37: The limit of "timeRatio" is 1e-999, which nothing can meet. Write a number above 0,
        """
        + """
         in multiples of the baseline's figure.
        """);

    [Fact]
    public void An_empty_object_is_rejected() => BadFile.MessageOf("limit-object-empty.json").Should().Be(
        """
        …/limit-object-empty.json has 1 problem:
          limit-object-empty.json:3:24: The limit of "timeRatio" is an empty object. Write "min", "max" or both, as in { "min": 1, "max":
        """
        + """
         2 }.
        """);

    [Fact]
    public void An_unknown_field_is_rejected() => BadFile.MessageOf("limit-object-unknown-field.json").Should().Be(
        """
        …/limit-object-unknown-field.json has 1 problem:
          limit-object-unknown-field.json:3:39: "maximum" is not a field of a limit. Did you mean "max"? The fields, nearest first: "max",
        """
        + """
         "min".
        """);

    [Fact]
    public void A_minimum_above_the_maximum_is_rejected() => BadFile.MessageOf("limit-min-above-max.json").Should().Be(
        """
        …/limit-min-above-max.json has 1 problem:
          limit-min-above-max.json:3:24: The limit of "timeRatio" has the "min" 1.2 above its "max" 1.1, so that nothing can meet it.
        """
        + """
         Correct one of them.
        """);

    [Fact]
    public void A_minimum_that_everything_meets_is_rejected() => BadFile.MessageOf("limit-min-zero-alone.json").Should().Be(
        """
        …/limit-min-zero-alone.json has 1 problem:
          limit-min-zero-alone.json:3:24: The limit of "allocatedBytes" has only a "min" of 0, which everything meets.
        """
        + """
         Write a number above 0, or remove the limit.
        """);

    [Fact]
    public void Amounts_that_are_no_array_of_bytes_are_rejected() => BadFile.MessageOf("amounts-wrong.json").Should().Be(
        """
        …/amounts-wrong.json has 7 problems:
          amounts-wrong.json:3:52: An amount of "allocatedBytes" is the string "1072".
        """
        + """
         Write a number in bytes per operation (no quotes, no unit).
          amounts-wrong.json:3:60: An amount of "allocatedBytes" is -8, but measured values are never negative.
        """
        + """
         Write 0 or more, in bytes per operation.
          amounts-wrong.json:4:45: The "amounts" of "allocatedBytes" is 1024. Write an array of all amounts that are usual,
        """
        + """
         in bytes per operation, such as [1024, 1072].
          amounts-wrong.json:4:90: The "amounts" of "serverAllocatedBytes" is empty. Write an array of all amounts that are usual,
        """
        + """
         in bytes per operation, such as [1024, 1072].
          amounts-wrong.json:5:14: The limit of "allocatedBytes" has "amounts" beside a "min" or "max". Write either the amounts that are
        """
        + """
         usual or bounds.
          amounts-wrong.json:6:34: "amounts" is not a field of a limit. The fields, nearest first: "min", "max".
          amounts-wrong.json:6:85: "amounts" is not a field of a limit. The fields, nearest first: "min", "max".
        """);

    [Fact]
    public void Bounds_that_are_no_numbers_are_rejected() => BadFile.MessageOf("limit-bounds-wrong.json").Should().Be(
        """
        …/limit-bounds-wrong.json has 2 problems:
          limit-bounds-wrong.json:3:46: The "min" of "timeRatio" is the string "0.9".
        """
        + """
         Write a number in multiples of the baseline's figure (no quotes, no unit).
          limit-bounds-wrong.json:3:60: The "max" of "timeRatio" is an object. Write a number in multiples of the baseline's figure.
        """);
}
