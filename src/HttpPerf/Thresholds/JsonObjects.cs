using System.Text;
using System.Text.Json;
using HttpPerf.Judging.Limits;

namespace HttpPerf.Thresholds;

/// <summary>A member's name and its position.</summary>
internal readonly record struct Key(string Name, Position At);

/// <summary>Reads the current value, and leaves the reader on that value's last token.</summary>
internal delegate void MemberReader(ref Utf8JsonReader json, Key key);

/// <summary>
/// Reads JSON objects member by member, with positions, and reports repeated members. JsonDocument would be shorter, but has no positions.
/// </summary>
internal sealed class JsonObjects(ReadOnlyMemory<byte> text, ProblemList problems)
{
    private readonly PositionFinder _positions = new(text);

    public Position At(ref Utf8JsonReader json) => _positions.At(json.TokenStartIndex);

    public Position At(JsonException malformed) => _positions.At(malformed.LineNumber ?? 0, malformed.BytePositionInLine ?? 0);

    /// <returns>How many members there were, unknown and duplicate ones included.</returns>
    public int ReadMembers(ref Utf8JsonReader json, MemberReader read)
    {
        var seen = new Dictionary<string, Position>(StringComparer.Ordinal);
        var count = 0;
        for (; json.Read() && json.TokenType == JsonTokenType.PropertyName; count++)
        {
            var key = new Key(String(ref json), At(ref json));
            if (!seen.TryAdd(key.Name, key.At))
            {
                var first = seen[key.Name];
                var where = $"first at line {first.Line}, column {first.Column}";
                problems.Add(key.At, $"{Wording.Quote(key.Name)} appears twice in the same object, {where}. Keep one of them.");
            }

            json.Read();
            read(ref json, key);
        }

        return count;
    }

    public string String(ref Utf8JsonReader json)
    {
        try
        {
            return json.GetString()!;
        }
        catch (InvalidOperationException)
        {
            // Either an escaped half of a surrogate pair, or bytes in another encoding.
            var raw = Raw(ref json);
            const string Advice = "Save the file as UTF-8, and escape surrogates in pairs.";
            problems.Add(At(ref json), $"\"{raw}\" holds characters that are not valid Unicode. {Advice}");
            return raw;
        }
    }

    /// <summary>The current value, as messages name it.</summary>
    public static string Found(ref Utf8JsonReader json) => json.TokenType switch
    {
        JsonTokenType.StartObject => "an object",
        JsonTokenType.StartArray => "an array",
        JsonTokenType.String => $"the string \"{Raw(ref json)}\"",
        _ => Raw(ref json),
    };

    // As written in the file: escapes are kept, so that it stays on one line.
    private static string Raw(ref Utf8JsonReader json) => Wording.Cut(Encoding.UTF8.GetString(json.ValueSpan));
}
