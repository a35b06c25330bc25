using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Model;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

public sealed class GlobTests
{
    [Theory]
    [InlineData("", "", true)]
    [InlineData("", "a", false)]
    [InlineData("*", "", true)]
    [InlineData("*", "anything(at: all)", true)]
    [InlineData("a", "A", false)]
    [InlineData("a", "ab", false)]
    [InlineData("a.c", "abc", false)]
    [InlineData("a*c", "ac", true)]
    [InlineData("a*c", "abcbc", true)]
    [InlineData("a*c", "abcb", false)]
    [InlineData("a**c*", "abc", true)]
    [InlineData("*b*b", "abab", true)]
    [InlineData("*b*b", "ab", false)]
    [InlineData("A.B(Accept: */*)", "A.B(Accept: */*)", true)]
    [InlineData("straße", "strasse", false)]
    public void A_star_stands_for_anything_and_all_else_for_itself(string pattern, string name, bool matches) =>
        Glob.Matches(pattern, name).Should().Be(matches);

    [Fact]
    public void It_agrees_with_a_regular_expression()
    {
        const int Seed = 20240607;
        var random = new Random(Seed);
        for (var i = 0; i < 20_000; i++)
        {
            string pattern = Any("ab*", 7), name = Any("ab*", 9);
            var regex = $"\\A{Regex.Escape(pattern).Replace("\\*", ".*", StringComparison.Ordinal)}\\z";
            Glob.Matches(pattern, name).Should().Be(
                Regex.IsMatch(name, regex), "pattern {0}, name {1}, try {2} of seed {3}", pattern, name, i, Seed);
        }

        string Any(string characters, int longest) => new(random.GetItems<char>(characters, random.Next(longest)));
    }

    [Fact]
    public void Patterns_that_explode_in_a_backtracking_matcher_are_answered()
    {
        var stars = string.Concat(Enumerable.Repeat("a*", 200));
        Glob.Matches(stars + "b", new string('a', 2000)).Should().BeFalse();
    }
}
