using FluentAssertions;
using HttpPerf.Judging.Limits;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

public sealed class NearestTests
{
    [Theory]
    [InlineData("", "", 0)]
    [InlineData("", "abc", 3)]
    [InlineData("abc", "", 3)]
    [InlineData("abc", "ABC", 0)]
    [InlineData("kitten", "sitting", 3)]
    [InlineData("abc", "xabc", 1)]
    [InlineData("abcd", "acd", 1)]
    [InlineData("abcd", "abxd", 1)]
    [InlineData("*", "anything", 0)]
    [InlineData("*", "", 0)]
    [InlineData("a*c", "abbbc", 0)]
    [InlineData("a*c", "ac", 0)]
    [InlineData("x*c", "abc", 1)]
    [InlineData("a*cd", "abc", 1)]
    public void The_distance_is_what_has_to_be_typed_anew(string text, string name, int distance) =>
        Nearest.Distance(text, name).Should().Be(distance);

    [Fact]
    public void Texts_too_long_to_compare_are_far_from_everything()
    {
        Nearest.Distance(new string('a', 250), new string('a', 400)).Should().Be(150);
        Nearest.Distance(new string('a', 250), new string('a', 401)).Should().Be(int.MaxValue);
        Nearest.Distance(new string('a', 100_000), new string('a', 100_000)).Should().Be(int.MaxValue);
    }

    [Theory]
    [InlineData("abcdef", "abcdxy", true)]
    [InlineData("abcdef", "abcxyz", false)]
    [InlineData("abcde*", "abcdx", true)]
    [InlineData("abc**", "xyc", false)]
    [InlineData("tim", "timeRatioP95", true)]
    [InlineData("TIM", "timeRatioP95", true)]
    [InlineData("ti", "timeRatioP95", false)]
    [InlineData("timeRatioP95", "time", true)]
    public void A_third_may_be_wrong_or_one_the_others_beginning(string text, string name, bool isNear) =>
        Nearest.IsNear(text, name).Should().Be(isNear);

    [Fact]
    public void What_is_near_comes_first_and_then_what_has_the_least_distance()
    {
        string[] known = ["minimum", "mix", "maximum", "max"];

        // "maximum" is near because it begins so, though "mix" has fewer other characters.
        Nearest.Order("maxi", known).Should().Equal("max", "maximum", "mix", "minimum");
        known.Should().NotContain(name => Nearest.IsNear("throughput", name));
    }
}
