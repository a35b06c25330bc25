using System.Text.Json;

namespace HttpPerf.Fixtures;

/// <summary>How all clients read and write JSON, so that no two of them differ in it.</summary>
public static class WebJson
{
    /// <summary>.NET's own defaults for the web, with the metadata of the shared types made already.</summary>
    public static JsonSerializerOptions Options { get; } = WarmedUp(JsonSerializerOptions.Web);

    private static JsonSerializerOptions WarmedUp(JsonSerializerOptions options)
    {
        options.GetTypeInfo(typeof(List<WeatherForecast>));
        return options;
    }
}
