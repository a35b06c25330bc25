namespace HttpPerf.Thresholds;

/// <summary>Environment variables that override settings.</summary>
internal static class EnvironmentSettings
{
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
        if (environment.TryGetValue(Variables.Explain, out var explain) && explain is not ("" or "0" or "1"))
            problems.AddVariable(
                Variables.Explain,
                $"The environment variable {Variables.Explain} is {Wording.Quote(explain)}. "
                + "Set it to 1 to see what every case allocates, to 0 for none, or unset it.");
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

    /// <summary>A sentence about the settings that differ from the defaults and where they were set; null if there are none.</summary>
    public static string? DescribeChanges(Settings settings)
    {
        var changed = Setting.All
            .Where(setting => setting.Describe(settings) != setting.Describe(Settings.Default))
            .Select(setting => $"{setting.Describe(settings)} ({settings.Origins[setting.Name]})")
            .ToList();
        return changed.Count > 0 ? $"Settings: {string.Join(", ", changed)}." : null;
    }
}
