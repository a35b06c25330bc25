namespace HttpPerf.Hosting.Child;

// A list like PATH, and others may be on it, e.g. `dotnet watch`.
internal static class StartupHookVariable
{
    public const string Name = "DOTNET_STARTUP_HOOKS";

    public static string With(string? hooks, string hook) =>
        string.IsNullOrEmpty(hooks) ? hook : $"{hooks}{Path.PathSeparator}{hook}";

    // Processes that the API starts aren't under test and must run as they always do.
    public static void Remove(string hook)
    {
        var others = Environment.GetEnvironmentVariable(Name)?.Split(Path.PathSeparator).Where(path => path != hook) ?? [];
        var rest = string.Join(Path.PathSeparator, others);
        Environment.SetEnvironmentVariable(Name, rest.Length == 0 ? null : rest);
    }
}
