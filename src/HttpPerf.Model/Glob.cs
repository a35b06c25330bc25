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

    public static int LiteralCharacters(string pattern) => pattern.Length - pattern.AsSpan().Count('*');
}
