using System.Text;
using System.Text.Json;

namespace HttpPerf.Judging.Limits;

/// <summary>
/// A member of an object in the text of a <c>thresholds.json</c>, an element of an array, or the root, with its places: offsets in bytes.
/// Both who reads limits and who changes them see the text as such a tree; <see cref="JsonDocument"/> has no positions.
/// </summary>
/// <param name="Name">Without escapes; empty for elements and the root.</param>
/// <param name="Gap">Where the text before it begins: after the brace, or after the value of the member before.</param>
/// <param name="Start">Of the name.</param>
/// <param name="NameEnd">After the name's closing quote.</param>
/// <param name="ValueStart">Of the value.</param>
/// <param name="End">After the value.</param>
/// <param name="Type">The value's first token; <see cref="JsonTokenType.None"/> if the text ends before it or is malformed there.</param>
/// <param name="Members">The value's members or elements.</param>
internal sealed record JsonMember(
    string Name, int Gap, int Start, int NameEnd, int ValueStart, int End, JsonTokenType Type, IReadOnlyList<JsonMember> Members)
{
    /// <summary>Comments and trailing commas are allowed.</summary>
    private static readonly JsonReaderOptions Options = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };

    public bool IsObject => Type == JsonTokenType.StartObject;

    /// <summary>Whether the value has been read to its end. If not, the text is malformed or ends in it.</summary>
    public bool IsComplete { get; private init; } = true;

    /// <summary>Whether the name is valid Unicode. If not, it is as written.</summary>
    public bool IsNameValid { get; private init; } = true;

    /// <param name="text">UTF-8, perhaps with a byte order mark. Comments and trailing commas are allowed.</param>
    /// <returns>The root.</returns>
    /// <exception cref="JsonException">The text is malformed, or a name is not valid Unicode.</exception>
    public static JsonMember Parse(ReadOnlySpan<byte> text)
    {
        var start = StartOf(text);
        return Parse(text[start..], start);
    }

    /// <inheritdoc cref="Parse(ReadOnlySpan{byte})"/>
    /// <param name="text">A part of a text.</param>
    /// <param name="shift">Where the part begins.</param>
    public static JsonMember Parse(ReadOnlySpan<byte> text, int shift)
    {
        var parser = new Parser(text, shift);
        var root = parser.ReadRoot();
        return parser.Malformed is { } malformed ? throw malformed
            : parser.HasInvalidName ? throw new JsonException("A name is not valid Unicode.")
            : root;
    }

    /// <param name="text">UTF-8 without a byte order mark.</param>
    /// <param name="malformed">The first syntax error; null if there is none.</param>
    /// <returns>The root, with all members up to there.</returns>
    public static JsonMember Parse(ReadOnlySpan<byte> text, out JsonException? malformed)
    {
        var parser = new Parser(text, 0);
        var root = parser.ReadRoot();
        malformed = parser.Malformed;
        return root;
    }

    /// <summary>Where the JSON begins in UTF-8 that may have a byte order mark.</summary>
    public static int StartOf(ReadOnlySpan<byte> text)
    {
        ReadOnlySpan<byte> byteOrderMark = [0xEF, 0xBB, 0xBF];
        return text.StartsWith(byteOrderMark) ? byteOrderMark.Length : 0;
    }

    public JsonMember? Find(string name) => Members.FirstOrDefault(member => member.Name == name);

    /// <summary>The member after an edit of the text before it.</summary>
    public JsonMember MovedBy(int bytes) => bytes == 0 ? this : this with
    {
        Gap = Gap + bytes,
        Start = Start + bytes,
        NameEnd = NameEnd + bytes,
        ValueStart = ValueStart + bytes,
        End = End + bytes,
        Members = [.. Members.Select(member => member.MovedBy(bytes))],
    };

    private ref struct Parser(ReadOnlySpan<byte> text, int shift)
    {
        private Utf8JsonReader _json = new(text, Options);

        public JsonException? Malformed { get; private set; }

        public bool HasInvalidName { get; private set; }

        public JsonMember ReadRoot()
        {
            if (!Next())
                return new("", 0, 0, 0, 0, 0, JsonTokenType.None, []) { IsComplete = false };
            var root = ReadValue("", 0, 0, 0);
            // The rest would be malformed.
            Next();
            return root;
        }

        private JsonMember ReadValue(string name, int gap, int start, int nameEnd)
        {
            var (type, valueStart) = (_json.TokenType, shift + (int)_json.TokenStartIndex);
            var members = new List<JsonMember>();
            if (type == JsonTokenType.StartObject)
                while (Next() && _json.TokenType == JsonTokenType.PropertyName)
                    members.Add(ReadMember(members.LastOrDefault()?.End ?? valueStart + 1));
            else if (type == JsonTokenType.StartArray)
                while (Next() && _json.TokenType != JsonTokenType.EndArray)
                {
                    var element = shift + (int)_json.TokenStartIndex;
                    members.Add(ReadValue("", members.LastOrDefault()?.End ?? valueStart + 1, element, element));
                }

            return new(name, gap, start, nameEnd, valueStart, shift + (int)_json.BytesConsumed, type, members)
            {
                IsComplete = Malformed is null,
            };
        }

        private JsonMember ReadMember(int gap)
        {
            var start = shift + (int)_json.TokenStartIndex;
            var (isValid, name, end) = (TryReadName(out var text), text, start + _json.ValueSpan.Length + 2);
            HasInvalidName |= !isValid;
            return (Next() ? ReadValue(name, gap, start, end) : new(name, gap, start, end, end, end, JsonTokenType.None, [])) with
            {
                IsNameValid = isValid,
                IsComplete = Malformed is null,
            };
        }

        private readonly bool TryReadName(out string name)
        {
            try
            {
                name = _json.GetString()!;
                return true;
            }
            catch (InvalidOperationException)
            {
                // Either an escaped half of a surrogate pair, or bytes in another encoding.
                name = Encoding.UTF8.GetString(_json.ValueSpan);
                return false;
            }
        }

        private bool Next()
        {
            try
            {
                return Malformed is null && _json.Read();
            }
            catch (JsonException e)
            {
                Malformed = e;
                return false;
            }
        }
    }
}
