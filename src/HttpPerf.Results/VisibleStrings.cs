using System.Text.Json;
using System.Text.Json.Serialization;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Results;

/// <summary>Reads the texts of a file, which may come from another machine, with every character visible.</summary>
internal sealed class VisibleStrings : JsonConverter<string>
{
    public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType is JsonTokenType.String or JsonTokenType.Null
            ? reader.GetString() is { } text ? VisibleText.Lines(text) : null
            : throw new JsonException("Expected a text.");

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue(value);

    public override string ReadAsPropertyName(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        VisibleText.Line(reader.GetString()!);

    public override void WriteAsPropertyName(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
        writer.WritePropertyName(value);
}
