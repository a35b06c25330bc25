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

    [Theory]
    [InlineData("", "", true)]
    [InlineData("", "*", true)]
    [InlineData("a", "", false)]
    [InlineData("a.*", "a.b", true)]
    [InlineData("*.b", "a.*", true)]
    [InlineData("*.b(x: 1)", "a.b(*)", true)]
    [InlineData("*.b(x: 1", "a.b(*)", false)]
    [InlineData("a*c", "b*c", false)]
    [InlineData("a*b", "*c", false)]
    [InlineData("a*ba", "ab*a", true)]
    [InlineData("**", "*", true)]
    public void Two_patterns_overlap_if_a_name_matches_both(string one, string other, bool overlap)
    {
        Glob.Overlap(one, other).Should().Be(overlap);
        Glob.Overlap(other, one).Should().Be(overlap);
    }

    [Fact]
    public void Two_patterns_overlap_exactly_if_one_of_all_short_names_matches_both()
    {
        const int Seed = 20261125;
        const int Longest = 4;
        var random = new Random(Seed);
        // The shortest name that two patterns have in common is no longer than both together.
        string[] names = [.. from length in Enumerable.Range(0, (2 * Longest) + 1)
                             from bits in Enumerable.Range(0, 1 << length)
                             select string.Concat(Enumerable.Range(0, length).Select(bit => (bits & (1 << bit)) == 0 ? 'a' : 'b'))];
        for (var i = 0; i < 2_000; i++)
        {
            string one = Any(), other = Any();
            Glob.Overlap(one, other).Should().Be(
                names.Any(name => Glob.Matches(one, name) && Glob.Matches(other, name)),
                "{0} and {1}, try {2} of seed {3}", one, other, i, Seed);
        }

        string Any() => new(random.GetItems<char>("ab*", random.Next(Longest + 1)));
    }

    [Fact]
    public void Patterns_that_explode_in_a_backtracking_matcher_are_answered()
    {
        var stars = string.Concat(Enumerable.Repeat("a*", 200));
        Glob.Matches(stars + "b", new string('a', 2000)).Should().BeFalse();
    }
}
