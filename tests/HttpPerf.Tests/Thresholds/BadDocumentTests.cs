using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Files whose text as a whole is wrong.</summary>
public sealed class BadDocumentTests
{
    [Fact]
    public void An_empty_file_is_rejected() => BadFile.MessageOf("empty.json").Should().Be(
        """
        …/empty.json has 1 problem:
          empty.json:1:1: The file is empty. Write an object such as { "benchmarks": { "ReadPattern.*": { "timeRatio": 1.15 } } }.
        """);

    [Fact]
    public void A_file_of_white_space_is_rejected() => BadFile.MessageOf("blank.json").Should().Be(
        """
        …/blank.json has 1 problem:
          blank.json:3:1: The file is empty. Write an object such as { "benchmarks": { "ReadPattern.*": { "timeRatio": 1.15 } } }.
        """);

    [Fact]
    public void A_file_of_comments_is_rejected() => BadFile.MessageOf("only-a-comment.json").Should().Be(
        """
        …/only-a-comment.json has 1 problem:
          only-a-comment.json:2:1: The file is empty. Write an object such as { "benchmarks": { "ReadPattern.*": { "timeRatio": 1.15 } } }.
        """);

    [Fact]
    public void Null_is_rejected() => BadFile.MessageOf("null.json").Should().Be(
        """
        …/null.json has 1 problem:
          null.json:1:1: The file's content is null. Write an object such as { "benchmarks": { "ReadPattern.*": { "timeRatio": 1.15 } } }.
        """);

    [Fact]
    public void An_array_is_rejected() => BadFile.MessageOf("array.json").Should().Be(
        """
        …/array.json has 1 problem:
          array.json:1:1: The file's content is an array. Write an object such as { "benchmarks": { "ReadPattern.*": { "timeRatio":
        """
        + """
         1.15 } } }.
        """);

    [Fact]
    public void A_string_is_rejected() => BadFile.MessageOf("string.json").Should().Be(
        """
        …/string.json has 1 problem:
          string.json:1:1: The file's content is the string "timeRatio". Write an object such as { "benchmarks": { "ReadPattern.*":
        """
        + """
         { "timeRatio": 1.15 } } }.
        """);

    [Fact]
    public void A_number_is_rejected() => BadFile.MessageOf("number.json").Should().Be(
        """
        …/number.json has 1 problem:
          number.json:1:1: The file's content is 1.15. Write an object such as { "benchmarks": { "ReadPattern.*": { "timeRatio": 1.15 } } }.
        """);

    [Fact]
    public void A_truncated_file_is_rejected() => BadFile.MessageOf("truncated.json").Should().Be(
        """
        …/truncated.json has 1 problem:
          truncated.json:3:40: The JSON is malformed from here on: '1' is an invalid end of a number. Expected a delimiter.
        """);

    [Fact]
    public void A_missing_comma_is_found() => BadFile.MessageOf("missing-comma.json").Should().Be(
        """
        …/missing-comma.json has 1 problem:
          missing-comma.json:4:5: The JSON is malformed from here on: '"' is invalid after a value. Expected either ',', '}', or ']'.
        """);

    [Fact]
    public void Columns_count_characters_not_bytes() => BadFile.MessageOf("missing-comma-after-umlauts.json").Should().Be(
        """
        …/missing-comma-after-umlauts.json has 1 problem:
          missing-comma-after-umlauts.json:3:36: The JSON is malformed from here on: '"' is invalid after a value. Expected either ',',
        """
        + """
         '}', or ']'.
        """);

    [Fact]
    public void A_second_document_is_rejected() => BadFile.MessageOf("second-document.json").Should().Be(
        """
        …/second-document.json has 1 problem:
          second-document.json:2:1: The JSON is malformed from here on: '{' is invalid after a single JSON value. Expected end of data.
        """);

    [Fact]
    public void Deep_nesting_is_rejected() => BadFile.MessageOf("nested-too-deeply.json").Should().Be(
        """
        …/nested-too-deeply.json has 2 problems:
          nested-too-deeply.json:3:37: The limit of "timeRatio" is an array. Write a number in multiples of the baseline's figure as a
        """
        + """
         maximum, or an object such as { "min": 1, "max": 2 }.
          nested-too-deeply.json:3:98: The JSON is malformed from here on: The maximum configured depth of 64 has been exceeded.
        """
        + """
         Cannot read next JSON array.
        """);

    [Fact]
    public void NaN_is_no_JSON() => BadFile.MessageOf("bare-nan.json").Should().Be(
        """
        …/bare-nan.json has 1 problem:
          bare-nan.json:3:37: The JSON is malformed from here on: 'N' is an invalid start of a value.
        """);

    [Fact]
    public void A_decimal_comma_is_rejected() => BadFile.MessageOf("decimal-comma.json").Should().Be(
        """
        …/decimal-comma.json has 1 problem:
          decimal-comma.json:3:39: The JSON is malformed from here on: '1' is an invalid start of a property name. Expected a '"'.
        """);

    [Fact]
    public void A_number_with_a_unit_is_rejected() => BadFile.MessageOf("number-with-unit.json").Should().Be(
        """
        …/number-with-unit.json has 1 problem:
          number-with-unit.json:3:45: The JSON is malformed from here on: 'K' is invalid after a value. Expected either ',', '}', or ']'.
        """);

    [Fact]
    public void Half_a_surrogate_pair_is_rejected() => BadFile.MessageOf("lone-surrogate.json").Should().Be(
        """
        …/lone-surrogate.json has 1 problem:
          lone-surrogate.json:3:5: "Read\ud800" holds characters that are not valid Unicode. Save the file as UTF-8,
        """
        + """
         and escape surrogates in pairs.
        """);

    [Fact]
    public void Every_bad_file_is_rejected_at_a_line_and_column() =>
        BadFile.Names.Should().HaveCountGreaterThan(50).And.AllSatisfy(name =>
            BadFile.Reject(name).Problems.Should().NotBeEmpty().And.OnlyContain(problem => problem.Line >= 1 && problem.Column >= 1));
}
