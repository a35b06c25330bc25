using FluentAssertions;
using HttpPerf.Judging.Limits;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

public sealed class WordingTests
{
    [Fact]
    public void A_text_of_200_characters_is_quoted_whole_and_a_longer_one_cut()
    {
        Wording.Quote(new string('a', 200)).Should().Be($"\"{new string('a', 200)}\"");
        Wording.Quote(new string('a', 201)).Should().Be($"\"{new string('a', 200)}…\"");
    }

    [Fact]
    public void Only_what_JSON_forbids_is_escaped() => Wording.Json("a\"b\\c\nd<ü'&日").Should().Be("""
        "a\"b\\c\nd<ü'&日"
        """);

    [Theory]
    [InlineData(Unit.Bytes, "bytes per operation")]
    [InlineData(Unit.Nanoseconds, "nanoseconds per operation")]
    [InlineData(Unit.Ratio, "multiples of the baseline's figure")]
    [InlineData(Unit.PerThousandOperations, "events per 1,000 operations")]
    [InlineData(Unit.PerSecond, "events per second")]
    public void Units_have_words(Unit unit, string words) => unit.InWords().Should().Be(words);

    [Fact]
    public void Every_unit_has_words() => Enum.GetValues<Unit>().Should().AllSatisfy(unit => unit.InWords().Should().NotBeEmpty());

    [Fact]
    public void What_is_known_is_listed_and_the_nearest_proposed_where_one_is_near()
    {
        Wording.Known("maxi", "fields", ["min", "max"]).Should().Be("""Did you mean "max"? The fields, nearest first: "max", "min".""");
        Wording.Known("most", "fields", ["min", "max"]).Should().Be("""The fields, nearest first: "min", "max".""");
    }
}
