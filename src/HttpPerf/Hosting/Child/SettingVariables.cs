namespace HttpPerf.Hosting.Child;

/// <summary>Settings of an API as environment variables.</summary>
internal static class SettingVariables
{
    /// <exception cref="HostException">A variable can't have such a name, or a setting has two values.</exception>
    public static void Validate(ChildProcessOptions options)
    {
        if (options.Settings.Keys.FirstOrDefault(key => key.Length == 0 || key.AsSpan().ContainsAny('=', '\0')) is { } wrong)
        {
            throw new HostException(
                $"ChildProcessOptions.Settings has the key '{wrong}'; it must have at least one character and no '='. "
                + "Its parts are separated by ':', e.g. ConnectionStrings:Orders.");
        }

        var names = options.Settings.Keys.Select(name => (Name: name, IsSetting: true))
            .Concat(options.EnvironmentVariables.Where(v => v.Value is not null).Select(v => (Name: v.Key, IsSetting: false)));
        var twice = names.GroupBy(n => Normalize(n.Name), StringComparer.OrdinalIgnoreCase)
            .FirstOrDefault(same => same.First().IsSetting && same.Count() > 1);
        if (twice is not null)
        {
            throw new HostException(
                $"ChildProcessOptions gives the setting {twice.Key} two values, by "
                + $"{string.Join(" and ", twice.Select(n => $"'{n.Name}' in {(n.IsSetting ? "Settings" : "EnvironmentVariables")}"))}. "
                + "Leave one of them out.");
        }
    }

    /// <summary>All that is passed to the API, of which any may be a secret. An argument has the name of the one before it.</summary>
    public static IEnumerable<KeyValuePair<string, string?>> AllOf(ChildProcessOptions options) =>
    [
        .. options.Settings.Select(setting => KeyValuePair.Create(setting.Key, (string?)setting.Value)),
        .. options.EnvironmentVariables,
        .. options.Arguments.Prepend("").Zip(options.Arguments, (before, argument) => argument.Split('=', 2) is [var name, var value]
            ? KeyValuePair.Create(name, (string?)value)
            : KeyValuePair.Create(before, (string?)argument)),
    ];

    /// <summary>Replaces inherited variables for the same settings: configuration ignores case, and variables don't everywhere.</summary>
    public static void Add(IDictionary<string, string?> environment, IReadOnlyDictionary<string, string> settings)
    {
        foreach (var (key, value) in settings)
        {
            foreach (var other in environment.Keys.Where(name => AreSame(name, key)).ToList())
                environment.Remove(other);
            environment[key.Replace(":", "__", StringComparison.Ordinal)] = value;
        }
    }

    /// <summary>The options with every value that is passed to the API changed.</summary>
    public static ChildProcessOptions Map(ChildProcessOptions options, Func<string, string> change) => options with
    {
        Settings = options.Settings.ToDictionary(setting => setting.Key, setting => change(setting.Value)),
        EnvironmentVariables = options.EnvironmentVariables.ToDictionary(
            variable => variable.Key, variable => variable.Value is { } value ? change(value) : null),
        Arguments = [.. options.Arguments.Select(change)],
    };

    /// <summary>The options with other values of some settings, in whichever way they were passed.</summary>
    public static ChildProcessOptions With(ChildProcessOptions options, IReadOnlyDictionary<string, string> changed)
    {
        return options with
        {
            Settings = options.Settings.Where(setting => IsKept(setting.Key)).Concat(changed).ToDictionary(),
            EnvironmentVariables = options.EnvironmentVariables.Where(variable => IsKept(variable.Key)).ToDictionary(),
        };

        bool IsKept(string name) => !changed.Keys.Any(key => AreSame(name, key));
    }

    private static bool AreSame(string name, string key) =>
        Normalize(name).Equals(Normalize(key), StringComparison.OrdinalIgnoreCase);

    private static string Normalize(string name) => name.Replace("__", ":", StringComparison.Ordinal);
}
