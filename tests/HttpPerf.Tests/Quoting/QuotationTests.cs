using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Results.Quoting;
using Xunit;

namespace HttpPerf.Tests.Quoting;

public sealed class QuotationTests
{
    [Fact]
    public void A_short_output_is_quoted_whole() =>
        Quotation.LinesOf("one\ntwo", "  ").Should().Be("  one\n  two");

    [Fact]
    public void The_end_of_a_long_output_is_quoted()
    {
        var output = string.Join('\n', Enumerable.Range(1, 100).Select(i => $"line {i}"));

        var quoted = Quotation.LinesOf(output, "  ");

        quoted.Should().StartWith("  line 71\n").And.Contain("\n  line 100\n\nAll of it is in ");
        ReadWhole(quoted).Should().Be(output);
    }

    [Theory]
    [InlineData("Unhandled exception. System.Exception: no database")]
    [InlineData("Process terminated.")]
    public void A_crash_is_quoted_from_its_beginning(string start)
    {
        var frames = Enumerable.Range(1, 60).Select(i => $"   at Frame{i}()");
        string[] lines = ["started", start, .. frames];

        var quoted = Quotation.LinesOf(string.Join('\n', lines), "  ");

        quoted.Should().StartWith($"  {start}\n").And.Contain("\n     at Frame29()\n\nAll of it");
        ReadWhole(quoted).Should().StartWith("started\n").And.EndWith("Frame60()");
    }

    [Fact]
    public void Long_lines_are_cut() => Quotation.LinesOf(new string('x', 100_000), "").Length.Should().BeLessThan(4300);

    [Fact]
    public void A_long_text_is_written_once_however_many_say_it()
    {
        var text = $"The server has ended.\n{new string('y', 9000)}";

        var shortened = Quotation.Shorten(text);

        Quotation.Shorten(text).Should().Be(shortened);
        shortened.Should().StartWith("The server has ended.\nyyy");
        shortened.Length.Should().BeLessThan(4300);
        ReadWhole(shortened).Should().Be(text);
    }

    private static string ReadWhole(string quoted)
    {
        var file = Regex.Match(quoted, @"All of it is in (.+)\.$").Groups[1].Value;
        var text = File.ReadAllText(file);
        File.Delete(file);
        return text;
    }
}
