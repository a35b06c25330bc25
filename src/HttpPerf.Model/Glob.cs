namespace HttpPerf.Model;

/// <summary>
/// Matches names against patterns in which <c>*</c> matches any characters, or none. Comparisons are ordinal, so that they don't depend on
/// the machine's culture.
/// </summary>
internal static class Glob
{
    // Only the last star ever has to match more characters, so the time is at most pattern length × name length, unlike that of a
    // backtracking regular expression.
    public static bool Matches(string pattern, string name)
    {
        int p = 0, n = 0, star = -1, resume = 0;
        while (n < name.Length)
        {
            if (p < pattern.Length && pattern[p] == '*')
                (star, resume) = (p++, n);
            else if (p < pattern.Length && pattern[p] == name[n])
                (p, n) = (p + 1, n + 1);
            else if (star >= 0)
                (p, n) = (star + 1, ++resume);
            else
                return false;
        }

        return pattern.AsSpan(p).TrimStart('*').IsEmpty;
    }

    /// <summary>Whether there is a name that both patterns match.</summary>
    public static bool Overlap(string one, string other) => HaveLikeEnds(one, other) && HaveNameInCommon(one, other);

    /// <summary>Tells most patterns apart at no cost: by what both have before their first star, and after their last.</summary>
    private static bool HaveLikeEnds(ReadOnlySpan<char> one, ReadOnlySpan<char> other)
    {
        var start = Math.Min(LiteralStart(one), LiteralStart(other));
        var end = Math.Min(LiteralEnd(one), LiteralEnd(other));
        return one[..start].SequenceEqual(other[..start]) && one[^end..].SequenceEqual(other[^end..]);

        static int LiteralStart(ReadOnlySpan<char> pattern) => pattern.IndexOf('*') is var star and >= 0 ? star : pattern.Length;

        static int LiteralEnd(ReadOnlySpan<char> pattern) => pattern.Length - 1 - pattern.LastIndexOf('*');
    }

    private static bool HaveNameInCommon(string one, string other)
    {
        // Whether the rest of one, and the rest of the other from each of its characters on, have a name in common.
        var rest = new bool[other.Length + 1];
        for (var i = one.Length; i >= 0; i--)
        {
            var shorter = rest;
            rest = new bool[other.Length + 1];
            for (var j = other.Length; j >= 0; j--)
            {
                rest[j] = i < one.Length && one[i] == '*' ? shorter[j] || (j < other.Length && rest[j + 1])
                    : j < other.Length && other[j] == '*' ? rest[j + 1] || (i < one.Length && shorter[j])
                    : i == one.Length || j == other.Length ? i == one.Length && j == other.Length
                    : one[i] == other[j] && shorter[j + 1];
            }
        }

        return rest[0];
    }

    public static int LiteralCharacters(string pattern) => pattern.Length - pattern.AsSpan().Count('*');
}
