using System.Text;
using System.Text.RegularExpressions;

namespace HttpPerf.Latency;

/// <summary>Reads from the first bytes of an exchange with a database which statement is sent.</summary>
internal static partial class SqlStatement
{
    private const int Longest = 2048;

    /// <returns>E.g. <c>SELECT … FROM orders</c>; empty if the bytes don't tell.</returns>
    public static string Describe(ReadOnlySpan<byte> bytes)
    {
        // PostgreSQL's and MySQL's drivers send plain text between other bytes; SQL Server's send UTF-16, whose every second byte is 0.
        var text = Encoding.Latin1.GetString(bytes[..Math.Min(bytes.Length, Longest)]);
        return Read(text) is { Length: > 0 } read ? read : Read(text.Replace("\0", "", StringComparison.Ordinal));
    }

    private static string Read(string text)
    {
        if (Statement().Match(text) is not { Success: true } statement)
            return Transaction().Match(text).Value;
        var (verb, rest) = (statement.Groups[1].Value.ToUpperInvariant(), statement.Groups[2].Value);
        var from = verb == "SELECT" ? "… FROM " : "";
        return (from.Length > 0 ? Source() : Table()).Match(rest) is { Success: true } table
            ? $"{verb} {from}{Quotes().Replace(table.Groups[1].Value, "")}"
            : verb;
    }

    [GeneratedRegex(@"(SELECT|INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|EXEC|CALL)\s([^\0]+)", RegexOptions.IgnoreCase)]
    private static partial Regex Statement();

    [GeneratedRegex("COMMIT|ROLLBACK|BEGIN")]
    private static partial Regex Transaction();

    [GeneratedRegex(@"\bFROM\s+([\w.""`\[\]]+)", RegexOptions.IgnoreCase)]
    private static partial Regex Source();

    [GeneratedRegex(@"^\s*([\w.""`\[\]]+)")]
    private static partial Regex Table();

    [GeneratedRegex(@"[""`\[\]]")]
    private static partial Regex Quotes();
}
