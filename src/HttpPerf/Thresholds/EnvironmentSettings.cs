using HttpPerf.Judging.Limits;

namespace HttpPerf.Thresholds;

/// <summary>Environment variables that override settings.</summary>
internal static class EnvironmentSettings
{
    /// <summary>Variables that are 0 or 1, and their effects.</summary>
    private static readonly (string Variable, string Effect)[] Switches =
    [
        (Variables.Explain, "1 to find the cause for every case, to 0 for none"),
        (Variables.Dry, "1 to call every case once and measure nothing, to 0 to measure"),
        (Variables.Quick, "1 to judge bytes, counts and gross times in a short time, to 0 to measure all"),
        (Variables.Samples, "1 to record every sample in results.json, to 0 for none"),
        (Variables.Progress, "1 to show every epoch, to 0 for one line a group"),
        (Variables.CI, "0 to write nothing for the CI system, to 1 for all that it can show"),
    ];

    /// <summary>The settings of a run without a file.</summary>
    /// <param name="environment">The library's environment variables.</param>
    /// <exception cref="ThresholdsException">A variable is unknown or has an invalid value. The message lists all of them.</exception>
    public static Settings Read(IReadOnlyDictionary<string, string> environment)
    {
        var problems = new ProblemList("");
        var settings = Override(Settings.Default, environment, problems);
        problems.ThrowIfAny();
        return settings;
    }

    public static Settings Override(Settings settings, IReadOnlyDictionary<string, string> environment, ProblemList problems)
    {
        Variables.RefuseUnknown(environment, problems);
        foreach (var (variable, effect) in Switches)
            if (environment.TryGetValue(variable, out var value) && value is not ("" or "0" or "1"))
                problems.AddVariable(
                    variable, $"The environment variable {variable} is {Wording.Quote(value)}. Set it to {effect}, or unset it.");
        if (environment.GetValueOrDefault(Variables.Quick) is "1")
            settings = MakeQuick(settings);
        foreach (var setting in Setting.All)
        {
            if (!environment.TryGetValue(setting.Variable, out var text) || string.IsNullOrWhiteSpace(text))
                continue;
            if (setting.Parse(settings, text) is { } changed)
                settings = changed with { Origins = changed.Origins.SetItem(setting.Name, setting.Variable) };
            else
                problems.AddVariable(
                    setting.Variable,
                    $"The environment variable {setting.Variable} is {Wording.Quote(text)}. "
                    + $"Set it to {setting.ExpectedInVariable}, or unset it; the default is {setting.Default}.");
        }

        return settings;
    }

    /// <summary>The least that bytes and counts need. Variables may ask for more.</summary>
    private static Settings MakeQuick(Settings settings) => settings with
    {
        Quick = true,
        Budget = TimeSpan.FromSeconds(1),
        Epochs = 4,
        Processes = 1,
        Origins = settings.Origins
            .SetItem("budgetSeconds", Variables.Quick).SetItem("epochs", Variables.Quick).SetItem("processes", Variables.Quick),
    };

    /// <summary>A sentence about the settings that differ from the defaults and where they were set; null if there are none.</summary>
    public static string? DescribeChanges(Settings settings)
    {
        var changed = Setting.All
            .Where(setting => setting.Describe(settings) != setting.Describe(Settings.Default))
            .Select(setting => $"{setting.Describe(settings)} ({settings.Origins[setting.Name]})")
            .ToList();
        var quick = settings.Quick ? " A time fails only beyond twice its limit." : "";
        return changed.Count > 0 ? $"Settings: {string.Join(", ", changed)}.{quick}" : null;
    }
}
