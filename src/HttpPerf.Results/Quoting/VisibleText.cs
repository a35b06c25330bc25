using System.Globalization;
using System.Text;

namespace HttpPerf.Results.Quoting;

/// <summary>
/// Text in which every character shows. In a terminal, a control character can erase a line, and a bidirectional one can reorder it.
/// </summary>
internal static class VisibleText
{
    private const char ZeroWidthNonJoiner = '\u200C';
    private const char ZeroWidthJoiner = '\u200D';

    /// <summary>
    /// Text as part of one line: line breaks, other control characters, bidirectional marks and unpaired surrogates become escapes as in
    /// C#, e.g. <c>\n</c> or <c>\u001B</c>. Different texts may become equal, because a backslash stays as it is.
    /// </summary>
    public static string Line(string text) => Escape(text, keepsLines: false);

    /// <summary>Like <see cref="Line"/>, but line breaks stay, as <c>\n</c>, and so do tabs.</summary>
    public static string Lines(string text) => Escape(text.ReplaceLineEndings("\n"), keepsLines: true);

    private static string Escape(string text, bool keepsLines)
    {
        var start = IndexOfHidden(text, 0, keepsLines);
        if (start < 0)
            return text;
        var visible = new StringBuilder(text.Length + 16);
        var shown = 0;
        for (; start >= 0; start = IndexOfHidden(text, shown, keepsLines))
        {
            visible.Append(text, shown, start - shown).Append(Escape(text[start]));
            shown = start + 1;
        }

        return visible.Append(text, shown, text.Length - shown).ToString();
    }

    private static int IndexOfHidden(string text, int start, bool keepsLines)
    {
        for (var i = start; i < text.Length; i++)
            if (char.IsSurrogatePair(text, i))
                i++;
            else if (IsHidden(text[i]) && !(keepsLines && text[i] is '\n' or '\t'))
                return i;
        return -1;
    }

    /// <summary>Joiners are part of the spelling of several languages, and of emoji.</summary>
    private static bool IsHidden(char c) => c is < ' ' or > '~' && char.GetUnicodeCategory(c) switch
    {
        UnicodeCategory.Control or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator or UnicodeCategory.Surrogate => true,
        UnicodeCategory.Format => c is not (ZeroWidthJoiner or ZeroWidthNonJoiner),
        _ => false,
    };

    private static string Escape(char c) => c switch
    {
        '\n' => @"\n",
        '\r' => @"\r",
        '\t' => @"\t",
        _ => $@"\u{(int)c:X4}",
    };
}
