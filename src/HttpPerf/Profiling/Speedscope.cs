using System.Text.Json;

namespace HttpPerf.Profiling;

/// <summary>Writes a profile of times in the format of <see href="https://www.speedscope.app">speedscope</see>, which draws it.</summary>
internal static class Speedscope
{
    /// <param name="path">The file.</param>
    /// <param name="profiles">The profiles to show, by name: time per operation.</param>
    public static void Write(string path, IReadOnlyList<(string Name, CallProfile Profile)> profiles)
    {
        var frames = profiles.SelectMany(p => p.Profile.Sites).SelectMany(site => site.Stack).Distinct().ToList();
        var indexes = frames.Index().ToDictionary(frame => frame.Item, frame => frame.Index);
        using var file = File.Create(path);
        using var json = new Utf8JsonWriter(file);
        json.WriteStartObject();
        json.WriteString("$schema", "https://www.speedscope.app/file-format-schema.json");
        json.WriteStartObject("shared");
        WriteFrames(json, frames);
        json.WriteEndObject();
        json.WriteStartArray("profiles");
        foreach (var (name, profile) in profiles)
            WriteProfile(json, name, profile, indexes);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteFrames(Utf8JsonWriter json, List<TracedFrame> frames)
    {
        json.WriteStartArray("frames");
        foreach (var frame in frames)
        {
            json.WriteStartObject();
            json.WriteString("name", frame.Method);
            if (frame.Line?.Split(':') is [var file, var line])
            {
                json.WriteString("file", file);
                json.WriteNumber("line", int.Parse(line, System.Globalization.CultureInfo.InvariantCulture));
            }

            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteProfile(Utf8JsonWriter json, string name, CallProfile profile, Dictionary<TracedFrame, int> indexes)
    {
        json.WriteStartObject();
        json.WriteString("type", "sampled");
        json.WriteString("name", name);
        json.WriteString("unit", "nanoseconds");
        json.WriteNumber("startValue", 0);
        json.WriteNumber("endValue", profile.Amount);
        json.WriteStartArray("samples");
        foreach (var site in profile.Sites)
        {
            json.WriteStartArray();
            foreach (var frame in site.Stack.Reverse())
                json.WriteNumberValue(indexes[frame]);
            json.WriteEndArray();
        }

        json.WriteEndArray();
        json.WriteStartArray("weights");
        foreach (var site in profile.Sites)
            json.WriteNumberValue(site.Amount);
        json.WriteEndArray();
        json.WriteEndObject();
    }
}
