using System.Text.Json;
using System.Text.Json.Serialization;
using HttpPerf.Counting;

namespace HttpPerf.Server;

/// <summary>A request from the test process to the agent: one line of JSON.</summary>
/// <param name="Id">Chosen by the test process, 1 or more; the response has the same ID.</param>
/// <param name="Command">One of <see cref="AgentCommands"/>.</param>
internal sealed record AgentRequest(int Id, string Command);

/// <summary>A message from the agent to the test process: one line of JSON. Exactly one of the first four properties is set.</summary>
/// <param name="Listening">The addresses that the API listens on.</param>
/// <param name="Response">The response to a request.</param>
/// <param name="Problem">Why the agent can't watch a host of the API.</param>
/// <param name="CreatedDatabase">The path of an SQLite database that the API has created in the folder of its assembly.</param>
/// <param name="ContentRoot">Where the API that listens finds its files.</param>
internal sealed record AgentMessage(
    IReadOnlyList<string>? Listening = null,
    AgentResponse? Response = null,
    string? Problem = null,
    string? CreatedDatabase = null,
    string? ContentRoot = null);

/// <param name="Id">The request's ID; 0 if the request could not be parsed.</param>
/// <param name="Error">Why the request failed; null if it succeeded.</param>
/// <param name="Readings">The counters; null if the command returns none.</param>
/// <param name="Usage">The usage of the process; null if the command doesn't read it.</param>
/// <param name="Live">The live state after full collections; null if the command doesn't collect.</param>
/// <param name="Unoptimized">The unoptimized assemblies; null if the command looks for none.</param>
/// <param name="Altered">The tools that alter the process's code; null if the command doesn't look for them.</param>
/// <param name="Endpoints">The API's endpoints; null if the command doesn't find them.</param>
/// <param name="Description">The API's OpenAPI document; null if the command doesn't ask for it, or there is none.</param>
/// <param name="Start">The costs of the process since it started; null if the command doesn't read it.</param>
/// <param name="Settings">The API's configuration in force; null if the command doesn't read it.</param>
internal sealed record AgentResponse(
    int Id,
    string? Error = null,
    CounterReadings? Readings = null,
    ProcessUsage? Usage = null,
    LiveState? Live = null,
    IReadOnlyList<UnoptimizedAssembly>? Unoptimized = null,
    IReadOnlyList<CodeAlteration>? Altered = null,
    ApiEndpoints? Endpoints = null,
    string? Description = null,
    StartUsage? Start = null,
    IReadOnlyDictionary<string, string>? Settings = null);

/// <summary>The values that the test process and the agent in a server exchange, each a <see cref="JsonLine"/>.</summary>
/// <remarks>The serializers are source-generated, because an API may disable serialization by reflection.</remarks>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(AgentRequest))]
[JsonSerializable(typeof(AgentMessage))]
internal sealed partial class AgentProtocol : JsonSerializerContext
{
    /// <summary>The environment variable that passes the pipe's name to a hosted API. The agent removes it.</summary>
    public const string PipeVariable = "HTTPPERF_AGENT_PIPE";

    public static byte[] Format(AgentRequest request) => JsonLine.Format(request, Default.AgentRequest);

    public static byte[] Format(AgentMessage message) => JsonLine.Format(message, Default.AgentMessage);

    /// <exception cref="JsonException">The line is not a request.</exception>
    public static AgentRequest ParseRequest(string line) => JsonLine.Parse(line, Default.AgentRequest);

    /// <exception cref="JsonException">The line is not a message.</exception>
    public static AgentMessage ParseMessage(string line) =>
        JsonLine.Parse(line, Default.AgentMessage) switch
        {
            { Listening: null, Response: null, Problem: null, CreatedDatabase: null } =>
                throw new JsonException("A message must hold addresses, a response, a problem or a database."),
            var message => message,
        };
}
