using FluentAssertions;
using HttpPerf.Results.Quoting;
using Xunit;

namespace HttpPerf.Tests.Quoting;

public sealed class VisibleTextTests
{
    [Theory]
    [InlineData("one\ntwo", @"one\ntwo")]
    [InlineData("one\r\ntwo\tthree", @"one\r\ntwo\tthree")]
    [InlineData("\u001B[2Khidden\b\0\u007F", @"\u001B[2Khidden\u0008\u0000\u007F")]
    [InlineData("\u009B2K", @"\u009B2K")]
    [InlineData("abc\u202Edef\u2066\u061C\uFEFF", @"abc\u202Edef\u2066\u061C\uFEFF")]
    [InlineData("a\u2028b\u2029c\u0085d", @"a\u2028b\u2029c\u0085d")]
    public void Nothing_in_a_line_is_hidden_or_ends_it(string text, string visible) => VisibleText.Line(text).Should().Be(visible);

    [Fact]
    public void An_unpaired_surrogate_shows() => VisibleText.Line("a\uD83Db\uDE00").Should().Be(@"a\uD83Db\uDE00");

    [Theory]
    [InlineData("")]
    [InlineData("Größe: 10 µs, 日本語, שלום, می‌خواهم")]
    [InlineData("😀 👩‍💻")]
    [InlineData(@"C:\new\text")]
    public void Ordinary_text_stays(string text)
    {
        VisibleText.Line(text).Should().BeSameAs(text);
        VisibleText.Lines(text).Should().Be(text);
    }

    [Fact]
    public void Of_several_lines_breaks_and_tabs_stay_and_a_lone_carriage_return_hides_nothing() =>
        VisibleText.Lines("one\r\n\ttwo\rthree\u2028four\u001B[1A").Should().Be("one\n\ttwo\nthree\nfour\\u001B[1A");
}
