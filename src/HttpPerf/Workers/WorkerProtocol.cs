using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using HttpPerf.Running;

namespace HttpPerf.Workers;

/// <summary>What a worker shall measure.</summary>
/// <param name="Type">The benchmark class, with its assembly.</param>
/// <param name="Group">The name of the group.</param>
/// <param name="Cases">The names of its cases to measure, the baseline included.</param>
/// <param name="Epochs">How many times each case is built.</param>
/// <param name="RoundsMilliseconds">How long the rounds of an epoch take.</param>
/// <param name="BudgetSeconds">The longest that all rounds together may take; a group with longer operations fails.</param>
/// <param name="Kinds">What to sample; times always are.</param>
internal sealed record WorkerRequest(
    string Type,
    string Group,
    IReadOnlyList<string> Cases,
    int Epochs,
    double RoundsMilliseconds,
    double BudgetSeconds,
    SampleKinds Kinds = SampleKinds.Times);

/// <summary>A message from a worker. Exactly one of the properties is set. After samples or a failure the worker ends.</summary>
/// <param name="Progress">How far it is, in a few words.</param>
/// <param name="Samples">What it measured.</param>
/// <param name="Failure">Why it could not measure anything, in full sentences.</param>
internal sealed record WorkerMessage(string? Progress = null, GroupSamples? Samples = null, string? Failure = null);

/// <summary>
/// The test process and a worker exchange JSON values, one per line, over a named pipe that the test process creates: a request, and then
/// messages. When the pipe closes, the worker ends.
/// </summary>
/// <remarks>The serializers are source-generated, because a test project may disable serialization by reflection.</remarks>
[JsonSourceGenerationOptions(
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    IgnoreReadOnlyProperties = true,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    RespectNullableAnnotations = true,
    Converters = [typeof(CaseIdConverter)])]
[JsonSerializable(typeof(WorkerRequest))]
[JsonSerializable(typeof(WorkerMessage))]
internal sealed partial class WorkerProtocol : JsonSerializerContext
{
    /// <summary>The environment variable that passes the pipe's name to a worker, which removes it.</summary>
    public const string PipeVariable = "HTTPPERF_WORKER_PIPE";

    public static byte[] Format(WorkerRequest request) => Line(JsonSerializer.Serialize(request, Default.WorkerRequest));

    public static byte[] Format(WorkerMessage message) => Line(JsonSerializer.Serialize(message, Default.WorkerMessage));

    /// <exception cref="JsonException">The line is not a request.</exception>
    public static WorkerRequest ParseRequest(string line) =>
        JsonSerializer.Deserialize(line, Default.WorkerRequest) ?? throw new JsonException("A request can't be null.");

    /// <exception cref="JsonException">The line is not a message.</exception>
    public static WorkerMessage ParseMessage(string line) =>
        JsonSerializer.Deserialize(line, Default.WorkerMessage) ?? throw new JsonException("A message can't be null.");

    private static byte[] Line(string json) => Encoding.UTF8.GetBytes(json + "\n");
}

/// <summary>Writes a case's ID as its parts, from which the rest follows.</summary>
internal sealed class CaseIdConverter : JsonConverter<CaseId>
{
    public override CaseId Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        using var parts = JsonDocument.ParseValue(ref reader);
        string?[] texts = [.. parts.RootElement.EnumerateArray().Select(part => part.GetString())];
        return texts is [{ } type, { } method, { } parameters, var baseline]
            ? new CaseId(type, method, parameters, baseline)
            : throw new JsonException("A case has a class, a method, parameters and a baseline.");
    }

    public override void Write(Utf8JsonWriter writer, CaseId value, JsonSerializerOptions options)
    {
        writer.WriteStartArray();
        foreach (var part in new[] { value.Class, value.Method, value.Parameters, value.BaselineMethod })
            writer.WriteStringValue(part);
        writer.WriteEndArray();
    }
}
