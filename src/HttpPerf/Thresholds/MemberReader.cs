using System.Globalization;
using System.Text;
using System.Text.Json;
using HttpPerf.Judging.Limits;

namespace HttpPerf.Thresholds;

/// <summary>Reads the members of objects in a text, with positions, and reports repeated ones.</summary>
/// <param name="text">UTF-8 without a byte order mark.</param>
/// <param name="problems">Receives problems.</param>
internal sealed class MemberReader(ReadOnlyMemory<byte> text, ProblemList problems)
{
    private readonly PositionFinder _positions = new(text);
    private JsonException? _malformed;

    /// <summary>Reads the whole text.</summary>
    /// <exception cref="JsonException">It is malformed. Problems before that place are reported.</exception>
    public void Read(Action<JsonMember> read)
    {
        var root = JsonMember.Parse(text.Span, out _malformed);
        if (root.Type != JsonTokenType.None)
            read(root);
        if (_malformed is not null)
            throw _malformed;
    }

    /// <summary>Where a value stands.</summary>
    public Position At(JsonMember member) => _positions.At(member.ValueStart);

    public Position At(JsonException malformed) => _positions.At(malformed.LineNumber ?? 0, malformed.BytePositionInLine ?? 0);

    /// <param name="parent">The object.</param>
    /// <param name="read">Receives each member, unknown and duplicate ones included, and where its name stands.</param>
    /// <exception cref="JsonException">The text is malformed before the object's end.</exception>
    public void ReadMembers(JsonMember parent, Action<JsonMember, Position> read)
    {
        var seen = new Dictionary<string, Position>(StringComparer.Ordinal);
        foreach (var member in parent.Members)
        {
            var at = _positions.At(member.Start);
            if (!member.IsNameValid)
                problems.Add(at, $"\"{Wording.Cut(member.Name)}\" holds characters that are not valid Unicode. "
                    + "Save the file as UTF-8, and escape surrogates in pairs.");
            if (!seen.TryAdd(member.Name, at))
            {
                var first = seen[member.Name];
                var where = $"first at line {first.Line}, column {first.Column}";
                problems.Add(at, $"{Wording.Quote(member.Name)} appears twice in the same object, {where}. Keep one of them.");
            }

            if (member.Type != JsonTokenType.None)
                read(member, at);
        }

        RequireComplete(parent);
    }

    /// <exception cref="JsonException">The text is malformed before the value's end.</exception>
    public void RequireComplete(JsonMember member)
    {
        if (!member.IsComplete)
            throw _malformed!;
    }

    /// <summary>A value, as messages name it.</summary>
    public string Found(JsonMember member) => member.Type switch
    {
        JsonTokenType.StartObject => "an object",
        JsonTokenType.StartArray => "an array",
        JsonTokenType.String => $"the string \"{Raw(member.ValueStart + 1, member.End - 1)}\"",
        _ => Raw(member.ValueStart, member.End),
    };

    /// <returns>The value; infinite if it is too large; null if it is no number.</returns>
    public double? Number(JsonMember member) => member.Type == JsonTokenType.Number
        ? double.Parse(text.Span[member.ValueStart..member.End], provider: CultureInfo.InvariantCulture)
        : null;

    // As written in the file: escapes are kept, so that it stays on one line.
    private string Raw(int start, int end) => Wording.Cut(Encoding.UTF8.GetString(text.Span[start..end]));
}
