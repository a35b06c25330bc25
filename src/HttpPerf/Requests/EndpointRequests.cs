using System.Text.Json;
using System.Text.RegularExpressions;
using HttpPerf.Hosting;

namespace HttpPerf.Requests;

/// <summary>A request to an endpoint.</summary>
/// <param name="Endpoint">E.g. <c>GET /todos/{id}</c>.</param>
/// <param name="Text">The request as a <c>.http</c> file has it after <c>###</c>, with its title if there is one.</param>
/// <param name="Missing">Until when it can't be sent, e.g. <c>until {id} is filled in</c>; null if it can.</param>
internal sealed record EndpointRequest(string Endpoint, string Text, string? Missing);

/// <summary>
/// Writes a request to each endpoint of an API, with the data that its OpenAPI document and its own answers have: <c>GET /todos/{id}</c>
/// takes the <c>id</c> of the first item that <c>GET /todos</c> returns.
/// </summary>
internal static partial class EndpointRequests
{
    /// <param name="endpoints">E.g. <c>GET /todos/{id:int}</c>.</param>
    /// <param name="host">The API, which gets the requests for lists.</param>
    /// <returns>For each endpoint, in the same order.</returns>
    public static async Task<IReadOnlyList<EndpointRequest>> Write(IReadOnlyList<string> endpoints, ApiHost host)
    {
        var document = await Describe(host).ConfigureAwait(false);
        var examples = document is null ? new Dictionary<string, string>() : OpenApiExamples.Read(document);
        var bodies = document is null ? new Dictionary<string, string>() : OpenApiBodies.Read(document);
        var lists = new ItemLists(endpoints, host);
        var written = new List<EndpointRequest>();
        foreach (var endpoint in endpoints)
        {
            var key = OpenApiExamples.KeyOf(endpoint);
            var (method, path) = (MethodOf(key), key[(key.IndexOf(' ', StringComparison.Ordinal) + 1)..]);
            var request = examples.GetValueOrDefault(key)
                ?? (method == "GET" ? await lists.WriteItem(path).ConfigureAwait(false) : null)
                ?? $"{method} {path}";
            string[] missing = [.. Parameters().Matches(request).Select(match => match.Value)];
            var body = method is "POST" or "PUT" or "PATCH" ? bodies.GetValueOrDefault(key) ?? "{}" : null;
            written.Add(new(
                endpoint,
                body is null ? request : $"{request}\nContent-Type: application/json\n\n{body}",
                Describe(method, missing, body)));
        }

        return [.. written.Select(request => request with { Text = Title(request, lists) + request.Text })];
    }

    /// <summary>A request with a reference, or with a name for those, still goes by its endpoint.</summary>
    private static string Title(EndpointRequest request, ItemLists lists) => lists.NameOf(request.Endpoint) is { } name
        ? $" {request.Endpoint}\n# @name {name}\n"
        : request.Text.Contains("{{", StringComparison.Ordinal) ? $" {request.Endpoint}\n" : "\n";

    /// <summary>An endpoint for all methods is called by GET.</summary>
    private static string MethodOf(string endpoint) => endpoint.Split(' ')[0] is var method && method == "*" ? "GET" : method;

    private static string? Describe(string method, string[] missing, string? body)
    {
        string[] open = body == "{}" ? [.. missing, "the body"] : missing;
        return open.Length > 0 ? $"until {string.Join(" and ", open)} {(open.Length == 1 ? "is" : "are")} filled in"
            : body is not null ? "until the body has data that the API takes, again and again"
            : method is "GET" or "HEAD" ? null
            : "until you know that it can be repeated";
    }

    /// <summary>An API whose document can't be generated still has endpoints.</summary>
    private static async Task<string?> Describe(ApiHost host)
    {
        try
        {
            var document = await host.DescribeAsync().ConfigureAwait(false);
            if (document is not null)
                using (JsonDocument.Parse(document))
                    return document;
            return null;
        }
        catch (Exception e) when (e is HostException or JsonException)
        {
            return null;
        }
    }

    // Not the references to answers, which have two braces.
    [GeneratedRegex(@"(?<!\{)\{[^{}]+\}(?!\})")]
    private static partial Regex Parameters();
}
