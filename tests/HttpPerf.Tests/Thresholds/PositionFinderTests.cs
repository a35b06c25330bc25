using System.Text;
using FluentAssertions;
using HttpPerf.Judging.Limits;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

public sealed class PositionFinderTests
{
    private const string Text = "ab\r\nüc\n\n😀d";

    [Theory]
    [InlineData("", 1, 1)]
    [InlineData("a", 1, 2)]
    [InlineData("ab\r\n", 2, 1)]
    [InlineData("ab\r\nü", 2, 2)]
    [InlineData("ab\r\nüc", 2, 3)]
    [InlineData("ab\r\nüc\n", 3, 1)]
    [InlineData("ab\r\nüc\n\n", 4, 1)]
    [InlineData("ab\r\nüc\n\n😀", 4, 3)]
    [InlineData(Text, 4, 4)]
    public void A_place_is_the_line_and_the_column_behind_what_precedes_it(string before, int line, int column) =>
        Finder().At(Encoding.UTF8.GetByteCount(before)).Should().Be(new Position(line, column));

    [Fact]
    public void The_order_of_questions_changes_nothing()
    {
        var finder = Finder();
        long[] offsets = [6, 6, 1, 0, 9, 3, 13, 2, 13];

        offsets.Select(offset => finder.At(offset)).Should().Equal(offsets.Select(offset => Finder().At(offset)));
    }

    [Fact]
    public void What_is_behind_the_end_is_at_the_end() => Finder().At(1000).Should().Be(new Position(4, 4));

    [Theory]
    [InlineData(0, 0, 1, 1)]
    [InlineData(0, 1, 1, 2)]
    [InlineData(1, 0, 2, 1)]
    [InlineData(1, 2, 2, 2)]
    [InlineData(2, 0, 3, 1)]
    [InlineData(3, 4, 4, 3)]
    [InlineData(9, 0, 4, 1)]
    public void Lines_and_bytes_from_0_become_lines_and_columns_from_1(long line, long bytes, int atLine, int column) =>
        Finder().At(line, bytes).Should().Be(new Position(atLine, column));

    private static PositionFinder Finder() => new(Encoding.UTF8.GetBytes(Text));
}
