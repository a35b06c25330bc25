using System.Text.Json;
using HttpPerf.Judging.Limits;

namespace HttpPerf.Thresholds;

/// <summary>Reads the section "settings".</summary>
internal sealed class SettingsReader(string file, MemberReader members, ProblemList problems)
{
    private static readonly Dictionary<string, Setting> Known = Setting.All.ToDictionary(setting => setting.Name);

    /// <summary>The defaults, overridden by the file.</summary>
    public Settings Settings { get; private set; } = Settings.Default;

    public void ReadMember(JsonMember member, Position at)
    {
        if (!Known.TryGetValue(member.Name, out var setting))
            problems.Add(at, $"{Wording.Quote(member.Name)} is not a setting. {Wording.Known(member.Name, "settings", [.. Known.Keys])}");
        else if (setting.Read(Settings, member.Type, members.Number(member)) is { } changed)
            Settings = changed with { Origins = changed.Origins.SetItem(member.Name, $"{Path.GetFileName(file)}:{at.Line}") };
        else
            Reject(member, setting);
    }

    private void Reject(JsonMember member, Setting setting)
    {
        var quotes = member.Type == JsonTokenType.String ? " without quotes" : "";
        problems.Add(
            members.At(member),
            $"\"{setting.Name}\" is {members.Found(member)}. "
            + $"Write {setting.Expected}{quotes}, or remove it; the default is {setting.Default}.");
    }
}
