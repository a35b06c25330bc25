using System.Text.Json;
using HttpPerf.Results;

namespace HttpPerf.Accepting;

/// <summary>A member of an object in a JSON text, with its places: offsets in bytes.</summary>
/// <param name="Name">Without escapes; empty for the root.</param>
/// <param name="Gap">Where what stands before it begins: after the brace, or after the value of the member before.</param>
/// <param name="Start">Of the name.</param>
/// <param name="NameEnd">After the name's closing quote.</param>
/// <param name="ValueStart">Of the value.</param>
/// <param name="End">After the value.</param>
/// <param name="Type">The value's first token.</param>
/// <param name="Members">The value's members; none unless it is an object.</param>
internal sealed record JsonMember(
    string Name, int Gap, int Start, int NameEnd, int ValueStart, int End, JsonTokenType Type, IReadOnlyList<JsonMember> Members)
{
    public bool IsObject => Type == JsonTokenType.StartObject;

    /// <param name="text">UTF-8, perhaps with a byte order mark. Comments and trailing commas are allowed.</param>
    /// <returns>The root.</returns>
    /// <exception cref="JsonException">The text is malformed.</exception>
    public static JsonMember Parse(ReadOnlySpan<byte> text)
    {
        var start = ThresholdsJson.StartOf(text);
        return Parse(text[start..], start);
    }

    /// <inheritdoc cref="Parse(ReadOnlySpan{byte})"/>
    /// <param name="text">A part of a text.</param>
    /// <param name="shift">Where the part begins.</param>
    public static JsonMember Parse(ReadOnlySpan<byte> text, int shift)
    {
        var json = new Utf8JsonReader(text, ThresholdsJson.Options);
        json.Read();
        var root = ReadValue(ref json, shift, "", 0, 0, 0);
        // What follows would be malformed.
        json.Read();
        return root;
    }

    public JsonMember? Find(string name) =>
        Members is EntryList entries ? entries.Find(name) : Members.FirstOrDefault(member => member.Name == name);

    /// <summary>The same after an edit before it.</summary>
    public JsonMember MovedBy(int bytes) => bytes == 0 ? this : new(
        Name,
        Gap + bytes,
        Start + bytes,
        NameEnd + bytes,
        ValueStart + bytes,
        End + bytes,
        Type,
        [.. Members.Select(member => member.MovedBy(bytes))]);

    private static JsonMember ReadValue(ref Utf8JsonReader json, int shift, string name, int gap, int start, int nameEnd)
    {
        var type = json.TokenType;
        var valueStart = shift + (int)json.TokenStartIndex;
        var members = new List<JsonMember>();
        if (type == JsonTokenType.StartObject)
            while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
            {
                var memberStart = shift + (int)json.TokenStartIndex;
                var (memberName, quoted) = (ReadName(ref json), json.ValueSpan.Length + 2);
                json.Read();
                members.Add(ReadValue(
                    ref json, shift, memberName, members.LastOrDefault()?.End ?? valueStart + 1, memberStart, memberStart + quoted));
            }
        else
            json.Skip();
        return new(name, gap, start, nameEnd, valueStart, shift + (int)json.BytesConsumed, type, members);
    }

    private static string ReadName(ref Utf8JsonReader json)
    {
        try
        {
            return json.GetString()!;
        }
        catch (InvalidOperationException e)
        {
            throw new JsonException("A name is not valid Unicode.", e);
        }
    }
}
