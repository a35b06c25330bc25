using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace HttpPerf.Requests;

/// <summary>The requests that an OpenAPI document describes completely: each required parameter has an example or a default.</summary>
internal static partial class OpenApiExamples
{
    private const string Get = "GET ";

    /// <param name="document">The document, as JSON.</param>
    /// <returns>By endpoint, e.g. <c>GET /todos/{id}</c>, the request as a .http file has it.</returns>
    public static IReadOnlyDictionary<string, string> Read(string document)
    {
        var root = JsonNode.Parse(document)!;
        var requests = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var (path, item) in root["paths"] as JsonObject ?? [])
            if (item?["get"] is { } operation && Write(root, path, item, operation) is { } request)
                requests[Get + path] = request;
        return requests;
    }

    /// <summary>An endpoint's route as a document has it, e.g. <c>GET /todos/{id}</c> for <c>GET /todos/{id:int}</c>.</summary>
    public static string KeyOf(string endpoint) => Parameter().Replace(endpoint, "{$1}");

    /// <summary>Null if it lacks an example.</summary>
    private static string? Write(JsonNode root, string path, JsonNode item, JsonNode operation)
    {
        var (query, headers) = (new List<string>(), new List<string>());
        // Those of the operation replace those of the path.
        var parameters = Parameters(operation).Concat(Parameters(item)).DistinctBy(p => ($"{p["in"]}", $"{p["name"]}"));
        foreach (var parameter in parameters.Where(p => p["in"]?.GetValue<string>() == "path" || p["required"]?.GetValue<bool>() == true))
        {
            var name = $"{parameter["name"]}";
            if (ExampleOf(root, parameter) is not JsonValue value)
                return null;
            var text = value.ToString();
            switch (parameter["in"]?.GetValue<string>())
            {
                case "path":
                    path = path.Replace($"{{{name}}}", Uri.EscapeDataString(text), StringComparison.Ordinal);
                    break;
                case "query":
                    query.Add($"{Uri.EscapeDataString(name)}={Uri.EscapeDataString(text)}");
                    break;
                case "header":
                    headers.Add($"\n{name}: {text}");
                    break;
                default:
                    return null;
            }
        }

        return Get + path + (query.Count > 0 ? $"?{string.Join('&', query)}" : "") + string.Concat(headers);

        IEnumerable<JsonNode> Parameters(JsonNode of) =>
            (of["parameters"] as JsonArray ?? []).OfType<JsonNode>().Select(parameter => Resolve(root, parameter)).OfType<JsonNode>();
    }

    /// <summary>The example of the parameter, or else of its schema.</summary>
    private static JsonNode? ExampleOf(JsonNode root, JsonNode parameter) =>
        parameter["example"]
        ?? (parameter["examples"] as JsonObject)?.Select(named => Resolve(root, named.Value)?["value"]).FirstOrDefault(v => v is not null)
        ?? (Resolve(root, parameter["schema"]) is { } schema ? ExampleIn(schema) : null);

    /// <summary>A value that a schema names; null if it names none.</summary>
    internal static JsonNode? ExampleIn(JsonNode schema) =>
        schema["example"] ?? First(schema["examples"]) ?? schema["default"] ?? schema["const"] ?? First(schema["enum"]);

    /// <summary>The first value of an array that isn't null.</summary>
    internal static JsonNode? First(JsonNode? array) => (array as JsonArray)?.FirstOrDefault(value => value is not null);

    /// <summary>The target of a reference within the document; null if there is none.</summary>
    internal static JsonNode? Resolve(JsonNode root, JsonNode? node) => node?["$ref"]?.GetValue<string>() is not { } reference ? node
        : reference.StartsWith("#/", StringComparison.Ordinal)
            ? reference[2..].Split('/').Aggregate((JsonNode?)root, (at, name) => at?[name])
        : null;

    [GeneratedRegex(@"\{\**([^}:?=*]+)[^}]*\}")]
    private static partial Regex Parameter();
}
