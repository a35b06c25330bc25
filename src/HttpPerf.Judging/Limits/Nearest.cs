using HttpPerf.Model;

namespace HttpPerf.Judging.Limits;

/// <summary>Finds the name that was probably meant by a misspelled one.</summary>
internal static class Nearest
{
    // Beyond this many cells of the distance table a name is not a typo, and comparing it costs more than a hint is worth.
    private const int LargestTable = 100_000;

    /// <summary>The names, near ones first.</summary>
    public static IReadOnlyList<string> Order(string text, IEnumerable<string> known) =>
    [
        .. known
            .Select(name => (Name: name, Distance: Distance(text, name)))
            .OrderByDescending(candidate => IsNear(text, candidate.Name, candidate.Distance))
            .ThenBy(candidate => candidate.Distance)
            .Select(candidate => candidate.Name),
    ];

    public static bool IsNear(string text, string name) => IsNear(text, name, Distance(text, name));

    /// <summary>The number of characters to insert, delete or change, ignoring case; a <c>*</c> in the text matches anything.</summary>
    public static int Distance(string text, string name)
    {
        if ((long)text.Length * name.Length > LargestTable)
            return int.MaxValue;

        (text, name) = (text.ToUpperInvariant(), name.ToUpperInvariant());
        var (above, row) = (Enumerable.Range(0, name.Length + 1).ToArray(), new int[name.Length + 1]);
        foreach (var character in text)
        {
            row[0] = above[0] + (character == '*' ? 0 : 1);
            for (var i = 1; i <= name.Length; i++)
            {
                row[i] = character == '*'
                    ? Math.Min(above[i], row[i - 1])
                    : Math.Min(Math.Min(above[i], row[i - 1]) + 1, above[i - 1] + (character == name[i - 1] ? 0 : 1));
            }

            (above, row) = (row, above);
        }

        return above[^1];
    }

    private static bool IsNear(string text, string name, int distance) =>
        distance <= Glob.LiteralCharacters(text) / 3
        || (text.Length >= 3 && (StartsWith(name, text) || StartsWith(text, name)));

    private static bool StartsWith(string text, string start) => text.StartsWith(start, StringComparison.OrdinalIgnoreCase);
}
