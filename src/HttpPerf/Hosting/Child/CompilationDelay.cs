namespace HttpPerf.Hosting.Child;

/// <summary>
/// Makes a process warm up faster. By default the runtime recompiles hot methods only when it has met no new method for 100 ms. Without
/// this delay it compiles them to the same tiers: a client that reads JSON was warm after 1.7 s instead of 7 s.
/// </summary>
internal static class CompilationDelay
{
    /// <summary>In hexadecimal digits, like all of the runtime's variables; see TC_CallCountingDelayMs in its clrconfigvalues.h.</summary>
    private const string Variable = "DOTNET_TC_CallCountingDelayMs";

    /// <summary>A value that is set already was set on purpose, so it stays as it is.</summary>
    public static void Remove(IDictionary<string, string?> environment) => environment.TryAdd(Variable, "0");
}
