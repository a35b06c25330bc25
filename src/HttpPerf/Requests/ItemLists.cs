using System.Text.Json;
using System.Text.RegularExpressions;
using HttpPerf.Hosting;

namespace HttpPerf.Requests;

/// <summary>The lists that an API returns, for requests to their items.</summary>
/// <param name="endpoints">All endpoints, e.g. <c>GET /todos</c>.</param>
/// <param name="host">The API.</param>
internal sealed partial class ItemLists(IReadOnlyList<string> endpoints, ApiHost host)
{
    private const string Get = "GET ";

    /// <summary>The answers, by path; null for those that are no success.</summary>
    private readonly Dictionary<string, string?> _answers = [];

    /// <summary>The names of the requests that others refer to, by path.</summary>
    private readonly Dictionary<string, string> _names = [];

    /// <summary>A request to an item; null if no list has one.</summary>
    /// <param name="path">E.g. <c>/todos/{id}</c>.</param>
    public async Task<string?> WriteItem(string path)
    {
        if (OnlyParameter().Match(path) is not { Success: true } match || match.Groups["list"].Value is not { Length: > 0 } list
            || FindEndpoint(list) is not { } endpoint)
            return null;
        if (!_answers.TryGetValue(endpoint, out var answer))
            answer = _answers[endpoint] = await Ask(endpoint).ConfigureAwait(false);
        if (answer is null || Locate(answer, match.Groups["name"].Value) is not { } location)
            return null;
        if (!_names.TryGetValue(endpoint, out var name))
            name = _names[endpoint] = NameOf(list, [.. _names.Values]);
        return $"{Get}{list}/{{{{{name}.response.body.{location}}}}}{match.Groups["rest"].Value}";
    }

    /// <summary>The name of an endpoint's request if others refer to it; otherwise null.</summary>
    public string? NameOf(string endpoint) => _names.GetValueOrDefault(endpoint);

    /// <summary>Where the first item of a list has the value of a parameter; null if it hasn't, or if there is no list.</summary>
    /// <param name="json">An answer: an array, or an object with one.</param>
    /// <param name="parameter">E.g. <c>todoId</c>: the member of this name, or else <c>id</c>.</param>
    internal static string? Locate(string json, string parameter)
    {
        try
        {
            using var document = JsonDocument.Parse(json);
            var root = document.RootElement;
            return root.ValueKind switch
            {
                JsonValueKind.Array => LocateIn(root, "$", parameter),
                JsonValueKind.Object => root.EnumerateObject()
                    .Where(member => member.Value.ValueKind == JsonValueKind.Array)
                    .Select(member => LocateIn(member.Value, $"$.{member.Name}", parameter))
                    .FirstOrDefault(location => location is not null),
                _ => null,
            };
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static string? LocateIn(JsonElement list, string location, string parameter)
    {
        if (list.GetArrayLength() == 0 || list[0].ValueKind != JsonValueKind.Object)
            return null;
        var members = list[0].EnumerateObject()
            .Where(member => member.Value.ValueKind is JsonValueKind.String or JsonValueKind.Number)
            .Select(member => member.Name)
            .ToList();
        return new[] { parameter, "id" }
            .Select(name => members.Find(member => member.Equals(name, StringComparison.OrdinalIgnoreCase)))
            .FirstOrDefault(member => member is not null) is { } found && JsonLocation.IsKnown($"{location}[0].{found}")
                ? $"{location}[0].{found}"
                : null;
    }

    private string? FindEndpoint(string list) => endpoints.FirstOrDefault(endpoint =>
        endpoint.StartsWith(Get, StringComparison.Ordinal)
        && endpoint[Get.Length..].TrimEnd('/').Equals(list, StringComparison.OrdinalIgnoreCase));

    private async Task<string?> Ask(string endpoint)
    {
        try
        {
            using var client = host.CreateClient();
            using var response = await client.GetAsync(new Uri(endpoint[Get.Length..], UriKind.Relative)).ConfigureAwait(false);
            return response.IsSuccessStatusCode ? await response.Content.ReadAsStringAsync().ConfigureAwait(false) : null;
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
        {
            return null;
        }
    }

    /// <summary>E.g. <c>all_todos</c> for <c>/api/todos</c>.</summary>
    private static string NameOf(string list, IReadOnlyCollection<string> taken)
    {
        var name = $"all_{NoLetters().Replace(list[(list.LastIndexOf('/') + 1)..], "_")}";
        return taken.Contains(name) ? $"{name}_{taken.Count + 1}" : name;
    }

    [GeneratedRegex(@"^(?<list>[^{}]*)/\{(?<name>[^{}]+)\}(?<rest>[^{}]*)$")]
    private static partial Regex OnlyParameter();

    [GeneratedRegex(@"[^A-Za-z0-9_]")]
    private static partial Regex NoLetters();
}
