using System.Text.RegularExpressions;

namespace HttpPerf.Counting;

/// <summary>Texts of queries, so that those that differ only in their values are the same, and no value is shown.</summary>
internal static partial class QueryText
{
    private const int Longest = 160;

    /// <param name="sql">A command as it is sent to a database.</param>
    /// <returns>
    /// One line without comments and values; null for what reads and writes nothing: transactions, settings, and triggers, which SQLite
    /// reports as comments.
    /// </returns>
    public static string? Describe(string sql)
    {
        var plain = Parts().Replace(sql, part => part.Groups["comment"].Success ? " " : part.Groups["value"].Success ? "?" : part.Value);
        var text = Spaces().Replace(plain, " ").Trim(' ', ';');
        if (text.Length == 0 || Others().IsMatch(text))
            return null;
        if (text.Length > Longest)
            text = Columns().Replace(text, "SELECT … FROM", 1);
        return text.Length > Longest ? $"{text[..(Longest - 1)]}…" : text;
    }

    // A comment; the name of a table or column, which may look like one; a string or a number, but no digits of a parameter, e.g. $1.
    [GeneratedRegex(
        """
        (?<comment>--[^\n]*|/\*.*?\*/)|"[^"]*"|`[^`]*`|\[[^\]]*\]|(?<value>(?:\b[NXBE])?'(?:[^']|'')*'|(?<![\w@:$?.])\d[\w.]*)
        """,
        RegexOptions.Singleline | RegexOptions.IgnoreCase)]
    private static partial Regex Parts();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();

    [GeneratedRegex(@"^SELECT\b.*?\bFROM\b", RegexOptions.IgnoreCase)]
    private static partial Regex Columns();

    [GeneratedRegex(
        "^(?:BEGIN|START TRANSACTION|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA)\\b[^;]*$",
        RegexOptions.IgnoreCase)]
    private static partial Regex Others();
}
