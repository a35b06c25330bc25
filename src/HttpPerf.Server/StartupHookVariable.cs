namespace HttpPerf.Server;

/// <summary>The environment variable that lists startup hooks. It may list other hooks too, e.g. the one of <c>dotnet watch</c>.</summary>
internal static class StartupHookVariable
{
    public const string Name = "DOTNET_STARTUP_HOOKS";

    /// <summary>Why a hook can't be named in the variable, in a sentence; null if it can.</summary>
    public static string? FindBlocker(string hook) => hook.Contains(Path.PathSeparator, StringComparison.Ordinal)
        ? $"the path {hook} has a '{Path.PathSeparator}', which separates startup hooks. Build the tests in a folder without it."
        : null;

    /// <summary>Adds a hook to those of a process that is to be started.</summary>
    public static void Add(IDictionary<string, string?> environment, string hook) =>
        environment[Name] = environment.TryGetValue(Name, out var hooks) && !string.IsNullOrEmpty(hooks)
            ? $"{hooks}{Path.PathSeparator}{hook}"
            : hook;

    // Processes that the API starts are not under test and must run as they do without HttpPerf.
    public static void Remove(string hook)
    {
        var others = Environment.GetEnvironmentVariable(Name)?.Split(Path.PathSeparator).Where(path => path != hook) ?? [];
        var rest = string.Join(Path.PathSeparator, others);
        Environment.SetEnvironmentVariable(Name, rest.Length == 0 ? null : rest);
    }
}
