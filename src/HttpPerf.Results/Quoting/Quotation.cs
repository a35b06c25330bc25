
namespace HttpPerf.Results.Quoting;

/// <summary>
/// Text of others as messages quote it: what an API answers and logs, and what exceptions say. Whatever is quoted comes through here.
/// </summary>
internal static class Quotation
{
    /// <summary>In characters.</summary>
    public const int Longest = 4096;

    private const int MostLines = 30;

    /// <summary>How the runtime begins when it ends the process.</summary>
    private static readonly string[] Crashes = ["Unhandled exception.", "Process terminated.", "Stack overflow.", "Fatal error."];

    /// <summary>Looking for secrets takes time, and nobody reads more.</summary>
    private const int MostRead = 256 * 1024;

    /// <summary>The text without secrets, with every character visible, and with nothing that a CI system takes for a command.</summary>
    public static string Of(string text) =>
        Show(Secrets.Hide(text.Length <= MostRead ? text : $"{text[..MostRead]}…"));

    /// <summary>The text of <see cref="Of"/> as part of one line.</summary>
    public static string Line(string text) => VisibleText.Line(Of(text));

    /// <summary>
    /// Text that holds names or quotations, as it is printed: with every character visible, and with nothing that a CI system takes for a
    /// command.
    /// </summary>
    public static string Show(string text) => CICommands.Defuse(VisibleText.Lines(text));

    /// <summary>
    /// The lines of a program's output that matter most, at most 30 and 4,096 characters, and where the rest is: those from a crash on,
    /// whose stack may be long; otherwise the last ones.
    /// </summary>
    /// <param name="output">The output.</param>
    /// <param name="indentation">The beginning of each quoted line.</param>
    public static string LinesOf(string output, string indentation)
    {
        var whole = Of(output);
        var lines = whole.Split('\n');
        var crash = Array.FindLastIndex(lines, line => Crashes.Any(start => line.StartsWith(start, StringComparison.Ordinal)));
        var first = Math.Max(0, lines.Length - MostLines);
        var quoted = Cut(
            string.Join('\n', lines.Skip(crash >= 0 ? Math.Min(crash, first) : first).Take(MostLines)),
            fromStart: crash >= 0);
        var rest = quoted == whole ? "" : $"\n\n{WholeText.Tell(whole)}";
        return indentation + quoted.Replace("\n", $"\n{indentation}", StringComparison.Ordinal) + rest;
    }

    /// <summary>The beginning of a text that is ready to be printed, at most 4,096 characters, and where the rest is.</summary>
    public static string Shorten(string text) =>
        text.Length <= Longest ? text : $"{Cut(text, fromStart: true)}\n{WholeText.Tell(text)}";

    private static string Cut(string text, bool fromStart) => text.Length <= Longest ? text
        : fromStart ? $"{text[..(Longest - 1)]}…"
        : $"…{text[^(Longest - 1)..]}";
}
