using System.Text.Json;

namespace HttpPerf.Tool;

/// <summary>Which platform <c>dotnet test</c> uses.</summary>
internal static class TestPlatform
{
    private static readonly JsonDocumentOptions Lenient = new()
    {
        CommentHandling = JsonCommentHandling.Skip,
        AllowTrailingCommas = true,
    };

    /// <summary>Whether it is Microsoft.Testing.Platform instead of VSTest, by the nearest global.json, as the SDK decides it.</summary>
    public static bool IsMicrosofts(string folder)
    {
        var nearest = Path.Combine(folder, "global.json");
        if (!File.Exists(nearest))
            return Path.GetDirectoryName(folder) is { } parent && IsMicrosofts(parent);
        try
        {
            using var json = JsonDocument.Parse(File.ReadAllText(nearest), Lenient);
            return json.RootElement.TryGetProperty("test", out var test)
                && test.TryGetProperty("runner", out var runner)
                && runner.ValueEquals("Microsoft.Testing.Platform");
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or IOException)
        {
            // dotnet test says what is wrong with it.
            return false;
        }
    }
}
