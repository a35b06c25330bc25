using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace HttpPerf.Requests;

/// <summary>
/// Bodies of requests as an OpenAPI document describes them: its examples and defaults, and otherwise a value of the right type. They show
/// which members there are; only somebody who knows the API can tell which values it takes.
/// </summary>
internal static class OpenApiBodies
{
    private const string Json = "application/json";

    /// <summary>Letters of all languages stay as they are.</summary>
    private static readonly JsonSerializerOptions Readable = new()
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <param name="document">The document, as JSON.</param>
    /// <returns>By endpoint, e.g. <c>POST /todos</c>, the body.</returns>
    public static IReadOnlyDictionary<string, string> Read(string document)
    {
        var root = JsonNode.Parse(document)!;
        var bodies = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var (path, item) in root["paths"] as JsonObject ?? [])
            foreach (var (method, operation) in item as JsonObject ?? [])
                if (Resolve(root, (operation as JsonObject)?["requestBody"])?["content"]?[Json] is { } content
                    && Write(root, content) is { } body)
                    bodies[$"{method.ToUpperInvariant()} {path}"] = body.ToJsonString(Readable);
        return bodies;
    }

    private static JsonNode? Write(JsonNode root, JsonNode content) =>
        (content["example"]
            ?? (content["examples"] as JsonObject)?.Select(named => Resolve(root, named.Value)?["value"]).FirstOrDefault(v => v is not null)
            ?? ValueOf(root, content["schema"], []))?.DeepClone();

    /// <param name="root">The document.</param>
    /// <param name="reference">A schema, or a reference to one.</param>
    /// <param name="around">The named schemas around it: a type may contain itself.</param>
    private static JsonNode? ValueOf(JsonNode root, JsonNode? reference, IReadOnlyList<string> around)
    {
        var name = reference?["$ref"]?.GetValue<string>();
        if (Resolve(root, reference) is not JsonObject schema || (name is not null && around.Contains(name)))
            return null;
        IReadOnlyList<string> path = name is null ? around : [.. around, name];
        if (OpenApiExamples.ExampleIn(schema) is { } given)
            return given.DeepClone();
        if ((First(schema["oneOf"]) ?? First(schema["anyOf"])) is { } choice)
            return ValueOf(root, choice, path);
        return TypeOf(schema) switch
        {
            "object" => ObjectOf(root, schema, path),
            "array" => new JsonArray([.. new[] { ValueOf(root, schema["items"], path) }.OfType<JsonNode>()]),
            "boolean" => true,
            "integer" or "number" => schema["minimum"]?.DeepClone() ?? 1,
            "string" => TextOf(schema),
            _ => null,
        };
    }

    private static JsonObject ObjectOf(JsonNode root, JsonObject schema, IReadOnlyList<string> path)
    {
        var result = new JsonObject();
        foreach (var part in (schema["allOf"] as JsonArray ?? []).Prepend(schema))
            foreach (var (name, member) in Resolve(root, part)?["properties"] as JsonObject ?? [])
                if (Resolve(root, member)?["readOnly"]?.GetValue<bool>() != true)
                    result[name] = ValueOf(root, member, path);
        return result;
    }

    /// <summary>Of version 3.1, there may be several types; null is one of them.</summary>
    private static string? TypeOf(JsonObject schema) =>
        schema["properties"] is not null || schema["allOf"] is not null ? "object"
        : schema["type"] is JsonArray types
            ? types.Select(type => $"{type}").Order(StringComparer.Ordinal).FirstOrDefault(type => type != "null")
        : schema["type"]?.GetValue<string>();

    private static string TextOf(JsonObject schema) => schema["format"]?.GetValue<string>() switch
    {
        "uuid" => "{{$guid}}",
        "date-time" => "{{$datetime iso8601}}",
        "date" => "2026-01-31",
        "time" => "12:00:00",
        "email" => "name@example.com",
        "uri" => "https://example.com",
        _ => "text",
    };

    private static JsonNode? First(JsonNode? array) => OpenApiExamples.First(array);

    private static JsonNode? Resolve(JsonNode root, JsonNode? node) => OpenApiExamples.Resolve(root, node);
}
