using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace HttpPerf.Server;

/// <summary>
/// The test process exchanges JSON values, one per line, with each process that it starts: servers and workers. It creates a named pipe for
/// each. When the pipe closes, the other process ends.
/// </summary>
internal static class JsonLine
{
    public static byte[] Format<T>(T value, JsonTypeInfo<T> type) => Encoding.UTF8.GetBytes(JsonSerializer.Serialize(value, type) + "\n");

    /// <exception cref="JsonException">The line is no such value.</exception>
    public static T Parse<T>(string line, JsonTypeInfo<T> type)
        where T : class =>
        JsonSerializer.Deserialize(line, type) ?? throw new JsonException("It can't be null.");
}
