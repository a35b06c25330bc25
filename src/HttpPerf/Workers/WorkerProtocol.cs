using System.Text.Json;
using System.Text.Json.Serialization;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Server;

namespace HttpPerf.Workers;

/// <summary>The cases for a worker to measure.</summary>
/// <param name="Type">The benchmark class, with its assembly.</param>
/// <param name="Group">The name of the group.</param>
/// <param name="Cases">The names of its cases to measure, the baseline included.</param>
/// <param name="Plan">The kinds of samples to take of them, and how long.</param>
/// <param name="Epochs">How many times each case is built.</param>
/// <param name="Against">The folder of an earlier build whose cases are measured too; null for none.</param>
/// <param name="OnlyBefore">Whether only those of the earlier build are.</param>
/// <param name="IsAlike">Whether its code and its servers' are compiled as in any other such process.</param>
/// <param name="ProfileSeconds">Where it is above 0, nothing is measured: each case is called for that long, for a profiler.</param>
/// <param name="PauseMilliseconds">How long to pause between two calls for a profiler.</param>
/// <param name="WritesHeaps">Whether nothing is measured, and the trace gets the heap before and after calls of each case.</param>
internal sealed record WorkerRequest(
    string Type,
    string Group,
    IReadOnlyList<string> Cases,
    MeasurementPlan Plan,
    int Epochs = 0,
    string? Against = null,
    bool OnlyBefore = false,
    bool IsAlike = false,
    double ProfileSeconds = 0,
    double PauseMilliseconds = 0,
    bool WritesHeaps = false);

/// <summary>A message from a worker. Exactly one of the properties is set. After samples or a failure the worker ends.</summary>
/// <param name="Progress">How far it is, in a few words.</param>
/// <param name="Samples">The samples.</param>
/// <param name="Failure">Why it could not measure anything, in full sentences.</param>
/// <param name="Profiled">The cases that it has called for a profiler, in the order of their marks.</param>
internal sealed record WorkerMessage(
    string? Progress = null, GroupSamples? Samples = null, string? Failure = null, IReadOnlyList<CaseId>? Profiled = null);

/// <summary>The values that the test process and a worker exchange, each a <see cref="JsonLine"/>: a request, and then messages.</summary>
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

    public static byte[] Format(WorkerRequest request) => JsonLine.Format(request, Default.WorkerRequest);

    public static byte[] Format(WorkerMessage message) => JsonLine.Format(message, Default.WorkerMessage);

    /// <exception cref="JsonException">The line is not a request.</exception>
    public static WorkerRequest ParseRequest(string line) => JsonLine.Parse(line, Default.WorkerRequest);

    /// <exception cref="JsonException">The line is not a message.</exception>
    public static WorkerMessage ParseMessage(string line) => JsonLine.Parse(line, Default.WorkerMessage);
}

/// <summary>Writes a case's ID as its parts, from which the rest follows.</summary>
internal sealed class CaseIdConverter : JsonConverter<CaseId>
{
    public override CaseId Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        using var parts = JsonDocument.ParseValue(ref reader);
        string?[] texts = [.. parts.RootElement.EnumerateArray().Select(part => part.GetString())];
        if (texts is not [{ } type, { } method, { } parameters, var baseline, var before])
            throw new JsonException("A case has a class, a method, parameters, a baseline, and whether it is of an earlier build.");
        var id = new CaseId(type, method, parameters, baseline);
        return before is null ? id : id.Before();
    }

    public override void Write(Utf8JsonWriter writer, CaseId value, JsonSerializerOptions options)
    {
        writer.WriteStartArray();
        foreach (var part in new[] { value.Class, value.Method, value.Parameters, value.BaselineMethod, value.IsBefore ? "before" : null })
            writer.WriteStringValue(part);
        writer.WriteEndArray();
    }
}
