using System.Text.Json;
using HttpPerf.Judging.Limits;

namespace HttpPerf.Thresholds;

/// <summary>Reads the section "settings".</summary>
internal sealed class SettingsReader(string file, JsonObjects objects, ProblemList problems)
{
    private static readonly Dictionary<string, Setting> Known = Setting.All.ToDictionary(setting => setting.Name);

    /// <summary>The defaults, overridden by the file.</summary>
    public Settings Settings { get; private set; } = Settings.Default;

    public void ReadMember(ref Utf8JsonReader json, Key key)
    {
        if (!Known.TryGetValue(key.Name, out var setting))
            problems.Add(key.At, $"{Wording.Quote(key.Name)} is not a setting. {Wording.Known(key.Name, "settings", [.. Known.Keys])}");
        else if (setting.Read(Settings, ref json) is { } changed)
            Settings = changed with { Origins = changed.Origins.SetItem(key.Name, $"{Path.GetFileName(file)}:{key.At.Line}") };
        else
            Reject(ref json, setting);
        json.Skip();
    }

    private void Reject(ref Utf8JsonReader json, Setting setting)
    {
        var quotes = json.TokenType == JsonTokenType.String ? " without quotes" : "";
        var found = JsonObjects.Found(ref json);
        problems.Add(
            objects.At(ref json),
            $"\"{setting.Name}\" is {found}. Write {setting.Expected}{quotes}, or remove it; the default is {setting.Default}.");
    }
}
