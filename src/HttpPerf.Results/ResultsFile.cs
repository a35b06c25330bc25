using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace HttpPerf.Results;

/// <summary>Reads and writes <c>results.json</c>.</summary>
internal static class ResultsFile
{
    public const string Name = "results.json";

    /// <summary>The remedy if there are no results that can be read.</summary>
    public const string Advice = "Run the tests again: dotnet test";

    /// <summary>The folder for it among the artifacts.</summary>
    public const string Folder = "httpperf";

    /// <summary>Names and messages stay readable.</summary>
    public static JsonSerializerOptions Options { get; } = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        NumberHandling = JsonNumberHandling.Strict,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        Converters =
        {
            new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false),
            new OneLineArray<int>(),
            new OneLineArray<double>(),
        },
    };

    /// <summary>Files may come from other machines.</summary>
    private static readonly JsonSerializerOptions Reading = new(Options)
    {
        Converters = { new VisibleStrings() },
        TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { KeepPaths } },
    };

    /// <summary>Writes the whole file or nothing: readers see the old one or the new one.</summary>
    /// <exception cref="IOException">It can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public static void Write(string path, ResultsDocument results) =>
        WholeFile.Write(path, JsonSerializer.SerializeToUtf8Bytes(results, Options));

    /// <exception cref="ResultsException">There is no such file, or it can't be read. The message says what to do.</exception>
    public static ResultsDocument Read(string path)
    {
        try
        {
            using var json = JsonDocument.Parse(File.ReadAllBytes(path));
            if (json.RootElement is { ValueKind: JsonValueKind.Object } root
                && root.TryGetProperty("version", out var version)
                && version.ValueKind == JsonValueKind.Number
                && version.TryGetInt32(out var number) && number > ResultsDocument.CurrentVersion)
                throw new ResultsException(
                    $"{path} has version {number} of the format; this version of HttpPerf reads {ResultsDocument.CurrentVersion}. "
                    + "Use the tool of the version that the tests use.");
            var results = json.Deserialize<ResultsDocument>(Reading) ?? throw new ResultsException($"{path} holds no results. {Advice}");
            return ResultsCheck.FindFault(results) is { } fault
                ? throw new ResultsException($"{path} is damaged: {fault} {Advice}")
                : results;
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new ResultsException($"There is no {path}. {Advice}", e);
        }
        catch (JsonException e)
        {
            throw new ResultsException($"{path} is not a file of results: {e.Message.Split(" LineNumber: ")[0]} {Advice}", e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ResultsException($"{path} can't be read: {e.Message}", e);
        }
    }

    /// <summary>With a character that is escaped, a path would be another one.</summary>
    private static void KeepPaths(JsonTypeInfo type)
    {
        foreach (var path in type.Properties.Where(property => property.Name == "path" && property.PropertyType == typeof(string)))
            path.CustomConverter = JsonMetadataServices.StringConverter;
    }
}

/// <summary>Writes many numbers into one line, where people scroll past them.</summary>
internal sealed class OneLineArray<T> : JsonConverter<T[]>
    where T : struct
{
    public override T[] Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartArray)
            throw new JsonException("Expected an array of numbers.");
        var values = new List<T>();
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
            values.Add(JsonSerializer.Deserialize<T>(ref reader, options));
        return [.. values];
    }

    public override void Write(Utf8JsonWriter writer, T[] value, JsonSerializerOptions options) =>
        writer.WriteRawValue($"[{string.Join(", ", value.Select(number => string.Create(CultureInfo.InvariantCulture, $"{number}")))}]");
}

/// <summary>Results can't be used. The message says why and what to do, in full sentences.</summary>
internal sealed class ResultsException(string message, Exception? cause = null) : Exception(message, cause);
