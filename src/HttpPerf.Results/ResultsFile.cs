using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace HttpPerf.Results;

/// <summary>Reads <c>results.json</c>, which every run of tests leaves in <c>artifacts/httpperf</c>.</summary>
public static class ResultsFile
{
    internal const string Name = "results.json";

    /// <summary>The remedy if there are no results that can be read.</summary>
    internal const string Advice = "Run the tests again: dotnet test";

    /// <summary>The folder for it among the artifacts.</summary>
    internal const string Folder = "httpperf";

    /// <summary>Names and messages stay readable.</summary>
    internal static JsonSerializerOptions Options { get; } = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        NumberHandling = JsonNumberHandling.Strict,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        Converters =
        {
            new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false),
            new OneLineRows<int>(),
            new OneLineRows<double>(),
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
    internal static void Write(string path, ResultsDocument results) =>
        WholeFile.Write(path, JsonSerializer.SerializeToUtf8Bytes(results, Options));

    /// <summary>Reads the results of a run.</summary>
    /// <param name="path">The file, e.g. <c>artifacts/httpperf/results.json</c>.</param>
    /// <returns>The results. They were checked: no element of a list or dictionary is null, and every number is finite.</returns>
    /// <exception cref="ResultsException">
    /// There is no such file; it can't be read; a newer version of HttpPerf wrote it, in a format that this one doesn't know; or it is
    /// damaged.
    /// </exception>
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

/// <summary>Writes each list of many numbers into one line, where people scroll past them.</summary>
internal sealed class OneLineRows<T> : JsonConverter<IReadOnlyList<IReadOnlyList<T>>>
    where T : struct
{
    public override IReadOnlyList<IReadOnlyList<T>>? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonSerializer.Deserialize<T[][]>(ref reader, options);

    public override void Write(Utf8JsonWriter writer, IReadOnlyList<IReadOnlyList<T>> value, JsonSerializerOptions options)
    {
        writer.WriteStartArray();
        foreach (var row in value)
            writer.WriteRawValue($"[{string.Join(", ", row.Select(number => string.Create(CultureInfo.InvariantCulture, $"{number}")))}]");
        writer.WriteEndArray();
    }
}

/// <summary>Results can't be used. The message says why and what to do, in full sentences. Its words may change in any version.</summary>
public sealed class ResultsException : Exception
{
    internal ResultsException(string message, Exception? cause = null)
        : base(message, cause)
    {
    }
}
