using System.Text;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class OutputRingTests
{
    [Fact]
    public void Nothing_is_kept_of_nothing() => new OutputRing().LastLines(200).Should().BeEmpty();

    [Theory]
    [InlineData("one\ntwo\n", "one\ntwo")]
    [InlineData("one\r\ntwo\r\n", "one\ntwo")]
    [InlineData("one\n\ntwo", "one\n\ntwo")]
    [InlineData("größer\n", "größer")]
    public void Lines_are_kept_without_their_ends(string written, string kept) => Ring(1000, written).LastLines(200).Should().Be(kept);

    [Fact]
    public void Only_the_last_lines_are_given() => Ring(1000, "one\ntwo\nthree\nfour\n").LastLines(2).Should().Be("three\nfour");

    [Fact]
    public void A_line_whose_beginning_is_overwritten_is_left_out() =>
        Ring(10, "first\n", "second\n", "a\n").LastLines(200).Should().Be("second\na");

    [Fact]
    public void A_line_longer_than_the_ring_leaves_its_end() =>
        Ring(10, "0123456789abcdef\n").LastLines(200).Should().Be("789abcdef");

    [Fact]
    public void Every_length_and_place_of_writing_leaves_the_same_end()
    {
        for (var length = 1; length <= 25; length++)
        {
            var ring = new OutputRing(10);
            var all = new StringBuilder();
            for (var time = 0; time < 9; time++)
            {
                var text = new string((char)('a' + time), length);
                ring.Append(Encoding.UTF8.GetBytes(text));
                all.Append(text);
                ring.LastLines(1).Should().Be(all.ToString()[Math.Max(0, all.Length - 10)..]);
            }
        }
    }

    [Fact]
    public void Bytes_that_are_not_UTF_8_are_replaced()
    {
        var ring = new OutputRing(1000);
        ring.Append([(byte)'a', 0xFF, (byte)'b', (byte)'\n', 0xC3]);

        ring.LastLines(200).Should().Be("a\uFFFDb\n\uFFFD");
    }

    private static OutputRing Ring(int capacity, params string[] written)
    {
        var ring = new OutputRing(capacity);
        foreach (var text in written)
            ring.Append(Encoding.UTF8.GetBytes(text));
        return ring;
    }
}
