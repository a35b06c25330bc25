using System.Text;

namespace HttpPerf.Accepting;

/// <summary>The text between a member, or an object's brace, and the next.</summary>
internal sealed class Gap
{
    private readonly byte[] _text;
    private readonly int _start;
    private readonly List<Trivia> _all;
    private readonly int _comma;

    /// <param name="text">The whole text.</param>
    /// <param name="start">After the member or the brace.</param>
    public Gap(byte[] text, int start)
    {
        _text = text;
        _start = start;
        _all = Trivia.Read(text, start);
        _comma = _all.FindIndex(trivia => trivia.Kind == TriviaKind.Comma);
        Lead = _all[(_comma + 1)..];
        Line = [.. Lead.TakeWhile(trivia => trivia.Kind != TriviaKind.LineBreak)];
        LineEnd = Line.Count < Lead.Count ? Lead[Line.Count] : null;
    }

    public bool HasComma => _comma >= 0;

    /// <summary>After the comma; without one, where the gap starts.</summary>
    public int AfterComma => HasComma ? _all[_comma].End : _start;

    /// <summary>All that follows the comma, if there is one.</summary>
    public List<Trivia> Lead { get; }

    /// <summary>The part of <see cref="Lead"/> that is on the same line.</summary>
    public List<Trivia> Line { get; }

    /// <summary>The line break after <see cref="Line"/>; null if something follows on the same line.</summary>
    public Trivia? LineEnd { get; }

    public bool EndsLine => LineEnd is not null;

    /// <summary>Whether another member follows on the same line.</summary>
    public bool IsFollowed => HasComma && !EndsLine && _text[_all[^1].End] == '"';

    public Trivia? LineComment => Line is [.., { Kind: TriviaKind.LineComment } comment] ? comment : null;

    /// <summary>The end of the last comment on the same line; without one, after the comma.</summary>
    public int LastOfLine => Line.LastOrDefault(trivia => trivia.IsComment) is { End: > 0 } comment ? comment.End : AfterComma;

    /// <summary>The line break of the line on which the next member stands; null if that is the same line.</summary>
    public Trivia? LineBreak => Lead.LastOrDefault(trivia => trivia.Kind == TriviaKind.LineBreak) is { End: > 0 } found ? found : null;

    /// <summary>The line break before the next member and its indentation, or the space before it.</summary>
    public string LeadText
    {
        get
        {
            var index = Lead.FindLastIndex(trivia => trivia.Kind == TriviaKind.LineBreak);
            var last = index < 0 ? Lead.Count - 1 : index + 1;
            var space = last >= 0 && last < Lead.Count && Lead[last].Kind == TriviaKind.Space ? Text(Lead[last]) : "";
            return (index < 0 ? "" : Text(Lead[index])) + space;
        }
    }

    private string Text(Trivia trivia) => Encoding.UTF8.GetString(_text, trivia.Start, trivia.End - trivia.Start);
}
