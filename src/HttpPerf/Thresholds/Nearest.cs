namespace HttpPerf.Thresholds;

/// <summary>Finds the name that was probably meant by a misspelled one.</summary>
internal static class Nearest
{
    // Beyond this many cells of the distance table a name is not a typo, and comparing it costs more than a hint is worth.
    private const int LargestTable = 100_000;

    /// <summary>The nearest of the known names; null if none is near enough.</summary>
    public static string? To(string text, IEnumerable<string> known) =>
        Order(text, known).FirstOrDefault(name => IsNear(text, name));

    public static IReadOnlyList<string> Order(string text, IEnumerable<string> known) =>
        [.. known.OrderByDescending(name => IsNear(text, name)).ThenBy(name => Distance(text, name))];

    public static bool IsNear(string text, string name) =>
        Distance(text, name) <= Glob.LiteralCharacters(text) / 3
        || (text.Length >= 3 && (StartsWith(name, text) || StartsWith(text, name)));

    /// <summary>The number of characters to insert, delete or change, ignoring case; a <c>*</c> in the text matches anything.</summary>
    public static int Distance(string text, string name)
    {
        if ((long)text.Length * name.Length > LargestTable)
            return int.MaxValue;

        (text, name) = (text.ToUpperInvariant(), name.ToUpperInvariant());
        var above = Enumerable.Range(0, name.Length + 1).ToArray();
        foreach (var character in text)
        {
            var row = new int[name.Length + 1];
            row[0] = above[0] + (character == '*' ? 0 : 1);
            for (var i = 1; i <= name.Length; i++)
            {
                row[i] = character == '*'
                    ? Math.Min(above[i], row[i - 1])
                    : Math.Min(Math.Min(above[i], row[i - 1]) + 1, above[i - 1] + (character == name[i - 1] ? 0 : 1));
            }

            above = row;
        }

        return above[^1];
    }

    private static bool StartsWith(string text, string start) => text.StartsWith(start, StringComparison.OrdinalIgnoreCase);
}
