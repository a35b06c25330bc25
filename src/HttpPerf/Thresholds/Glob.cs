namespace HttpPerf.Thresholds;

/// <summary>
/// Names with <c>*</c> for any run of characters, none included.
/// Ordinal, so that the culture of a machine changes nothing.
/// </summary>
internal static class Glob
{
    // Only the last star ever has to take more characters, so the time is at most pattern length × name length,
    // unlike that of a backtracking regular expression.
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
