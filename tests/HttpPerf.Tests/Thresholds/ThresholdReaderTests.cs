using System.Globalization;
using System.Text;
using FluentAssertions;
using HttpPerf.Judging.Limits;
using HttpPerf.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

public sealed class ThresholdReaderTests
{
    private const string Valid = """
        // Limits of the benchmarks.
        {
          "$schema": "./thresholds.schema.json",
          "benchmarks": {
            "ReadPattern.*": { "timeRatio": 1.15, /* exact */ "allocatedBytes": 0, },
            "Größe.*": { "requestsPerSecond": { "min": 1e3, "max": 2000.5 }, "gen0Collections": { "max": 0 } }, "*":
        """
        + """
         { "medianTime": { "min": 0, "max": 5 } },
          },
        }
        """;

    [Fact]
    public void Every_limit_comes_with_its_bounds_line_and_column() =>
        Example.Parse(Valid).Entries.SelectMany(entry => entry.Limits).Should().Equal(
            new Limit(Metric.TimeRatio, null, 1.15, "ReadPattern.*", "/repository/thresholds.json", 5, 24),
            new Limit(Metric.AllocatedBytes, null, 0, "ReadPattern.*", "/repository/thresholds.json", 5, 55),
            new Limit(Metric.RequestsPerSecond, 1000, 2000.5, "Größe.*", "/repository/thresholds.json", 6, 18),
            new Limit(Metric.Gen0Collections, null, 0, "Größe.*", "/repository/thresholds.json", 6, 70),
            new Limit(Metric.MedianTime, 0, 5, "*", "/repository/thresholds.json", 6, 112));

    [Fact]
    public void Every_entry_comes_with_its_line_and_column() =>
        Example.Parse(Valid).Entries.Select(entry => (entry.Pattern, entry.At)).Should().Equal(
            ("ReadPattern.*", new Position(5, 5)), ("Größe.*", new Position(6, 5)), ("*", new Position(6, 105)));

    [Fact]
    public void A_limit_tells_its_file_and_line() => Example.Limit(Metric.TimeRatio, max: 1).Location.Should().Be("thresholds.json:14");

    [Fact]
    public void A_file_without_entries_is_valid() => Example.Parse("""{ "benchmarks": {} }""").Entries.Should().BeEmpty();

    [Theory]
    [InlineData("\n")]
    [InlineData("\r\n")]
    public void A_byte_order_mark_and_the_kind_of_line_ends_change_nothing(string lineEnd)
    {
        var text = Encoding.UTF8.GetBytes("\uFEFF" + Valid.Replace("\n", lineEnd, StringComparison.Ordinal));
        ThresholdReader.Parse("/repository/thresholds.json", text).Entries.SelectMany(entry => entry.Limits)
            .Should().Equal(Example.Parse(Valid).Entries.SelectMany(entry => entry.Limits));
    }

    [Fact]
    public void Numbers_are_read_and_written_in_the_invariant_culture()
    {
        var culture = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = new CultureInfo("de-DE");
        try
        {
            Example.Parse(Valid).Entries[0].Limits[0].Max.Should().Be(1.15);
            BadFile.MessageOf("limit-min-above-max.json").Should().Contain("\"min\" 1.2 above its \"max\" 1.1");
        }
        finally
        {
            CultureInfo.CurrentCulture = culture;
        }
    }

    [Fact]
    public void Minus_zero_is_zero() =>
        double.IsNegative(Example.WithEntries(""" "*": { "allocatedBytes": -0.0 } """).Entries[0].Limits[0].Max!.Value).Should().BeFalse();

    [Fact]
    public void Lines_within_comments_count()
    {
        var read = () => Example.Parse("/* one\n two */ { // three\n \"benchmarks\": { /* \n\n ü */ oops } }");
        read.Should().Throw<ThresholdsException>().Which.Problems.Select(problem => (problem.Line, problem.Column)).Should().Equal((5, 7));
    }

    [Fact]
    public void A_file_in_another_encoding_is_rejected()
    {
        var read = () => ThresholdReader.Parse(
            "/repository/thresholds.json", Encoding.Unicode.GetPreamble().Concat(Encoding.Unicode.GetBytes(Valid)).ToArray());
        read.Should().Throw<ThresholdsException>().WithMessage("""
            /repository/thresholds.json has 1 problem:
              thresholds.json:1:1: The file is encoded as UTF-16. Save it as UTF-8.
            """);
    }

    [Fact]
    public void A_file_that_is_a_folder_or_locked_is_rejected_with_its_path()
    {
        var read = () => ThresholdReader.Load(AppContext.BaseDirectory);
        read.Should().Throw<ThresholdsException>().WithMessage($"{AppContext.BaseDirectory} can't be read: *")
            .And.Problems.Should().BeEmpty();
    }

    [Fact]
    public void A_problem_with_a_huge_text_is_told_in_few_words()
    {
        var read = () => Example.WithEntries($$""" "*": { "{{new string('x', 1_000_000)}}": "{{new string('y', 1_000_000)}}" } """);
        read.Should().Throw<ThresholdsException>().Which.Message.Length.Should().BeLessThan(1000);
    }
}
