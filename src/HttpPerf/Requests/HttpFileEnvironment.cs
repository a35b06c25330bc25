using System.Text.Json;
using System.Text.Json.Nodes;
using HttpPerf.Results;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Requests;

/// <summary>The variables of <c>http-client.env.json</c> and of the developer's own <c>http-client.env.json.user</c> beside it.</summary>
/// <param name="Names">The names of its environments; empty without a file.</param>
/// <param name="Variables">The variables of the chosen environment, and those that all share.</param>
internal sealed record HttpFileEnvironment(IReadOnlyList<string> Names, IReadOnlyDictionary<string, string> Variables)
{
    private const string FileName = "http-client.env.json";

    /// <summary>A file whose name ends with this is not in the repository, so it may hold secrets.</summary>
    private const string OfDeveloper = ".user";

    /// <summary>Holds the variables that all environments share.</summary>
    private const string Shared = "$shared";

    private static readonly JsonDocumentOptions Lenient = new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip };

    /// <param name="folder">The folder of the .http file. The nearest file in or above it counts.</param>
    /// <param name="name">The environment; null for the only one.</param>
    /// <exception cref="BenchmarkDeclarationException">A file can't be read, or has no such environment.</exception>
    public static HttpFileEnvironment Read(string folder, string? name)
    {
        var file = SearchedFolders.From(folder).Select(f => Path.Combine(f, FileName)).FirstOrDefault(File.Exists);
        JsonObject[] documents = file is null ? [] : [.. new[] { file, file + OfDeveloper }.Where(File.Exists).Select(Parse)];
        IReadOnlyList<string> names = [.. documents.SelectMany(d => d.Select(e => e.Key)).Where(e => e != Shared).Distinct()];
        if (name is not null && !names.Contains(name))
            throw new BenchmarkDeclarationException(file is null
                ? $"The environment {name} is not known, because there is no {FileName} in {folder} or above it."
                : $"{file} has no environment {name}. It has {string.Join(", ", names)}.");

        var chosen = name ?? (names is [var only] ? only : null);
        var variables = new Dictionary<string, string>();
        foreach (var environment in new[] { Shared, chosen }.OfType<string>())
            foreach (var document in documents)
                foreach (var (key, value) in document[environment] as JsonObject ?? [])
                    if (TextOf(value) is { } text)
                        variables[key] = text;
                    else
                        variables.Remove(key);
        Secrets.Add(documents.Skip(1)
            .SelectMany(ofDeveloper => ofDeveloper.Select(e => e.Value).OfType<JsonObject>())
            .SelectMany(variable => variable)
            .Select(variable => KeyValuePair.Create(variable.Key, TextOf(variable.Value))));
        return new(names, variables);
    }

    /// <summary>Why a variable has no value, the end of a message.</summary>
    public string DescribeMissing(bool isChosen) => isChosen || Names.Count < 2
        ? $"Define it above the request, as @name = value, or in {FileName}. A secret belongs in {FileName}.user or in "
            + "{{$processEnv NAME}}. A part of an answer is {{login.response.body.$.token}}, with # @name login above that request."
        : $"{FileName} has the environments {string.Join(", ", Names)}: choose one by Environment = \"{Names[0]}\" in the attribute, or "
            + "define the variable above the request, as @name = value.";

    /// <summary>Null for a value that another program keeps, e.g. in a key vault.</summary>
    private static string? TextOf(JsonNode? value) => value is JsonValue single ? single.ToString() : null;

    private static JsonObject Parse(string path)
    {
        try
        {
            return JsonNode.Parse(File.ReadAllText(path), documentOptions: Lenient) as JsonObject
                ?? throw new BenchmarkDeclarationException(
                    $"{path} is not an object of environments, as {{ \"dev\": {{ \"name\": \"value\" }} }}.");
        }
        catch (JsonException e)
        {
            throw new BenchmarkDeclarationException($"{path}:{e.LineNumber + 1}: {e.Message}", e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new BenchmarkDeclarationException($"{path} can't be read: {e.Message}", e);
        }
    }
}
