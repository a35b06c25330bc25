using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace HttpPerf.Hosting.Child;

/// <summary>The <c>.runtimeconfig.json</c> of an API.</summary>
internal sealed class RuntimeConfig
{
    private const string StartupHooks = "System.StartupHookProvider.IsSupported";

    private readonly JsonObject _root;

    private RuntimeConfig(JsonObject root) => _root = root;

    /// <summary>The major version of .NET that the API was built for; null if the file doesn't say.</summary>
    public int? TargetedVersion =>
        (Options?["framework"] ?? (Options?["frameworks"] as JsonArray)?.FirstOrDefault()) is JsonObject framework
        && $"{framework["version"]}".Split('.')[0] is var major
        && int.TryParse(major, CultureInfo.InvariantCulture, out var version)
            ? version
            : null;

    /// <summary>Whether the API brings its own runtime, which <c>dotnet</c> can't run.</summary>
    public bool IsSelfContained => Options?["includedFrameworks"] is not null;

    /// <summary>Whether the runtime ignores startup hooks, as after a build with <c>PublishAot</c>.</summary>
    public bool IgnoresStartupHooks => $"{(Options?["configProperties"] as JsonObject)?[StartupHooks]}" is "false" or "False";

    private JsonObject? Options => _root["runtimeOptions"] as JsonObject;

    /// <summary>Reads the file of an API. One that can't be understood says nothing; the host's message tells what is wrong.</summary>
    /// <param name="path">The full path of the file.</param>
    public static RuntimeConfig Read(string path)
    {
        try
        {
            return new(JsonNode.Parse(File.ReadAllBytes(path)) as JsonObject ?? []);
        }
        catch (JsonException)
        {
            return new([]);
        }
    }

    /// <summary>Writes a copy in which the runtime runs startup hooks. Nothing else differs.</summary>
    /// <returns>The file, which whoever disposes of it deletes.</returns>
    public SavedRuntimeConfig SaveWithStartupHooks()
    {
        var copy = (JsonObject)_root.DeepClone();
        copy["runtimeOptions"]!["configProperties"]![StartupHooks] = true;
        var saved = new SavedRuntimeConfig(Path.Combine(TemporaryFolder.FullPath, $"{Guid.NewGuid():N}.runtimeconfig.json"));
        File.WriteAllText(saved.Path, copy.ToJsonString());
        return saved;
    }
}

/// <summary>A copy of an API's configuration, until it is disposed of.</summary>
/// <param name="Path">The full path.</param>
internal sealed record SavedRuntimeConfig(string Path) : IDisposable
{
    public void Dispose() => File.Delete(Path);
}
